package dev.perfhint.cli.record;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.perfhint.cli.record.jvm.AttachSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Starts and stops a profiler in a running JVM of this machine and, unless this is root, of this user.
 *
 * @param log where async-profiler writes its messages
 * @param owner the JVM's user, where that is another one: then all of it happens under that user's id
 */
record Attach(long pid, Path log, Optional<OtherUser> owner) {
    private static final long JCMD_TIMEOUT_SECONDS = 30;

    void startAsyncProfiler(Path library, String arguments) {
        agent(library, arguments);
    }

    /** Stops it and has the file completed. No thread of async-profiler stays in the target. */
    void stopAsyncProfiler(Path library, Path file) {
        agent(library, "stop,log=" + Container.inside(log) + ",file=" + Container.inside(file));
    }

    /** Has the streams of the JVM observed for some time; then its classes are as they were. */
    void loadObserver(Path jar, Path file, Duration time) {
        String arguments = "observe=" + Container.inside(file) + ",millis=" + time.toMillis();
        if (owner.isPresent()) {
            jcmd(List.of("JVMTI.agent_load", Container.inside(jar).toString(), "\"" + arguments + "\""));
            return;
        }
        VirtualMachine machine = attach();
        try {
            machine.loadAgent(Container.inside(jar).toString(), arguments);
        } catch (AgentInitializationException | AgentLoadException | IOException e) {
            throw new RecordException("the JVM did not load the agent: " + e.getMessage(), e);
        } finally {
            detach(machine);
        }
    }

    private void agent(Path library, String arguments) {
        if (owner.isPresent()) {
            // jcmd takes the argument apart at commas unless it is quoted
            String answer = jcmd(List.of("JVMTI.agent_load", Container.inside(library).toString(),
                    "\"" + arguments + "\""));
            if (!answer.contains("return code: 0")) {
                throw new RecordException(pid + ": async-profiler refused: " + reason());
            }
            return;
        }
        VirtualMachine machine = attach();
        try {
            machine.loadAgentPath(Container.inside(library).toString(), arguments);
        } catch (AgentInitializationException e) {
            throw new RecordException(pid + ": async-profiler refused: " + reason(), e);
        } catch (AgentLoadException | IOException e) {
            throw new RecordException(pid + ": the JVM did not load async-profiler: " + e.getMessage(), e);
        } finally {
            detach(machine);
        }
    }

    private String reason() {
        try {
            String text = owner.isPresent() ? owner.get().text(log) : Files.readString(log);
            return text.lines().filter(line -> line.startsWith("[ERROR]")).map(line -> line.substring(7).trim())
                    .reduce((first, second) -> second)
                    .orElse("it gives no reason");
        } catch (IOException | RecordException e) {
            return "it gives no reason; is another version of it active in that JVM?";
        }
    }

    private VirtualMachine attach() {
        clearSocket();
        try {
            return VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException e) {
            throw new RecordException(pid + ": does not let tools attach: " + e.getMessage()
                    + ": start it with perfhint record -- COMMAND instead", e);
        } catch (IOException e) {
            throw new RecordException(pid + ": cannot attach: " + e.getMessage() + ": run perfhint as the JVM's user",
                    e);
        }
    }

    private static void detach(VirtualMachine machine) {
        try {
            machine.detach();
        } catch (IOException e) {
            // The target has ended: nothing is left to detach from.
        }
    }

    void startFlightRecorder(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("JFR.start"));
        command.addAll(arguments);
        jcmd(command);
    }

    void stopFlightRecorder(Path file) {
        jcmd(List.of("JFR.stop", "name=perfhint", "filename=" + Container.inside(file)));
    }

    private void clearSocket() {
        AttachSocket.clear(pid).ifPresent(obstacle -> {
            throw new RecordException(obstacle);
        });
    }

    private String jcmd(List<String> arguments) {
        clearSocket();
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) {
            throw new RecordException("there is no " + jcmd
                    + ": attaching with Flight Recorder needs a JDK, not a JRE");
        }
        List<String> command = new ArrayList<>(List.of(jcmd.toString(), Long.toString(pid)));
        command.addAll(arguments);
        try {
            if (owner.isPresent()) {
                OtherUser.Answer answer = owner.get().run(new byte[0], command.toArray(new String[0]));
                return checked(answer.code(), answer.text());
            }
            Path answer = Files.createTempFile("perfhint-jcmd", ".txt");
            try {
                return run(command, answer);
            } finally {
                Files.deleteIfExists(answer);
            }
        } catch (IOException e) {
            throw new RecordException("cannot run " + jcmd + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordException(pid + ": interrupted while talking to the JVM", e);
        }
    }

    private String run(List<String> command, Path answer) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(answer.toFile()).start();
        process.getOutputStream().close();
        if (!process.waitFor(JCMD_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new RecordException(pid + ": does not answer within " + JCMD_TIMEOUT_SECONDS + " s");
        }
        return checked(process.exitValue(), Files.readString(answer));
    }

    private String checked(int code, String output) {
        // jcmd ends with 0 when the JVM refuses a recording.
        if (code != 0 || output.contains("Could not ") || output.contains("Failed ")) {
            throw new RecordException(pid + ": Flight Recorder refuses: " + reason(output));
        }
        return output;
    }

    /** Returns jcmd's own words: neither the process id above them nor the stack trace or the advice below. */
    static String reason(String output) {
        return output.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("\\d+:") && !line.startsWith("at "))
                .findFirst()
                .orElse("no answer");
    }
}
