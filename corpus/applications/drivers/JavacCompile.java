//KIND build
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The JDK's compiler compiles 60 classes again and again. */
final class JavacCompile {
    public static void main(String[] args) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", Bench.work().resolve("out").toString()));
        for (int i = 0; i < 60; i++) {
            Path file = Bench.work().resolve("src/C" + i + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "import java.util.*; class C" + i + " { Map<String, List<Integer>> m = new HashMap<>();"
                    + " int f(int x) { return m.values().stream().flatMap(List::stream).mapToInt(v -> v + x).sum(); }"
                    + " class A {} class B {} }");
            arguments.add(file.toString());
        }
        Files.createDirectories(Bench.work().resolve("out"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Bench.loop(1, () -> compiler.run(null, null, null, arguments.toArray(String[]::new)));
    }
}
