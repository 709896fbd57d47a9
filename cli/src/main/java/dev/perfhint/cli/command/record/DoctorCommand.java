package dev.perfhint.cli.command.record;

import dev.perfhint.cli.command.option.Answer;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.command.option.Root;
import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.output.json.CatalogueJson;
import dev.perfhint.cli.record.Doctor;
import dev.perfhint.cli.record.EngineChoice;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code perfhint doctor}: what this machine and JVM allow, each obstacle with its remedy. */
@Command(name = "doctor", description = "Check what a profiler can see on this machine and JVM.")
public final class DoctorCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(arity = "0..1", paramLabel = "PID", description = "A running JVM to look at as well.")
    private Long pid;

    @Mixin
    private Answer answer;

    public DoctorCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<Doctor.Check> checks = pid == null ? Doctor.examine() : Doctor.examine(pid);
        boolean refused = checks.stream().anyMatch(check -> check.text().equals("perf_events: refused"));
        String engine = EngineChoice.ofMachine().description(refused);
        answer.print(session, () -> text(checks, engine), () -> CatalogueJson.doctor(checks, engine, Root.version()));
        return ExitCode.DONE;
    }

    private static String text(List<Doctor.Check> checks, String engine) {
        StringBuilder text = new StringBuilder();
        for (Doctor.Check check : checks) {
            text.append(check.ok() ? "ok    " : "limit ").append(check.text()).append('\n')
                    .append(check.remedy().isEmpty() ? "" : "      help: " + check.remedy() + "\n");
        }
        return text.append("perfhint record uses: ").append(engine).append('\n').toString();
    }
}
