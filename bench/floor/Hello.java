import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The floor of a picocli program's start-up: one option-less command that prints a line. */
@Command(name = "hello", mixinStandardHelpOptions = true, version = "hello 1")
public final class Hello implements Callable<Integer> {
    @Parameters(index = "0", defaultValue = "world")
    private String name;

    public static void main(String[] args) {
        System.exit(new CommandLine(new Hello()).execute(args));
    }

    @Override
    public Integer call() {
        System.out.println("hello " + name);
        return 0;
    }
}
