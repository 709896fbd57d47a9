package dev.perfhint.cli.record;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts and stops a profiler in a running JVM of this machine and, unless this is root, of this user. */
final class Attach {
    private static final long JCMD_TIMEOUT_SECONDS = 30;

    private final long pid;

    private Attach(long pid) {
        this.pid = pid;
    }

    /** Checks what can be checked from outside; each obstacle is one line. */
    static Attach to(long pid) throws RecordException {
        if (ProcessHandle.of(pid).isEmpty()) {
            throw new RecordException(pid + ": no such process: jcmd -l lists the JVMs");
        }
        Path self = Path.of("/proc/self/ns/mnt");
        Path target = Path.of("/proc", Long.toString(pid), "ns", "mnt");
        try {
            if (Files.exists(self) && !Files.readSymbolicLink(self).equals(Files.readSymbolicLink(target))) {
                throw new RecordException(pid + ": runs in a container with files of its own: run perfhint in there");
            }
        } catch (IOException e) {
            String owner = ProcessHandle.of(pid).flatMap(p -> p.info().user()).orElse("another user");
            throw new RecordException(pid + ": belongs to " + owner + ": run perfhint as that user (sudo -u " + owner + ")", e);
        }
        return new Attach(pid);
    }

    void startAsyncProfiler(Path library, String arguments) throws RecordException {
        agent(library, arguments);
    }

    void stopAsyncProfiler(Path library, Path file) throws RecordException {
        agent(library, "stop,file=" + file);
    }

    private void agent(Path library, String arguments) throws RecordException {
        VirtualMachine machine = attach();
        try {
            machine.loadAgentPath(library.toString(), arguments);
        } catch (AgentInitializationException e) {
            throw new RecordException(pid + ": async-profiler refused to start (code " + e.returnValue()
                    + "): is another profiler running in that JVM? its standard output has the reason", e);
        } catch (AgentLoadException | IOException e) {
            throw new RecordException(pid + ": the JVM did not load async-profiler: " + e.getMessage(), e);
        } finally {
            detach(machine);
        }
    }

    private VirtualMachine attach() throws RecordException {
        try {
            return VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException e) {
            throw new RecordException(pid + ": does not let tools attach: not a JVM, or started with"
                    + " -XX:+DisableAttachMechanism; start it with perfhint record -- COMMAND instead", e);
        } catch (IOException e) {
            throw new RecordException(pid + ": cannot attach: " + e.getMessage() + ": run perfhint as the JVM's user", e);
        }
    }

    private static void detach(VirtualMachine machine) {
        try {
            machine.detach();
        } catch (IOException e) {
            // The target has ended: nothing is left to detach from.
        }
    }

    void startFlightRecorder(List<String> arguments) throws RecordException {
        List<String> command = new ArrayList<>(List.of("JFR.start"));
        command.addAll(arguments);
        jcmd(command);
    }

    void stopFlightRecorder(Path file) throws RecordException {
        jcmd(List.of("JFR.stop", "name=perfhint", "filename=" + file));
    }

    private void jcmd(List<String> arguments) throws RecordException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        List<String> command = new ArrayList<>(List.of(jcmd.toString(), Long.toString(pid)));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            if (!process.waitFor(JCMD_TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new RecordException(pid + ": Flight Recorder refused: " + lastLine(output));
            }
        } catch (IOException e) {
            throw new RecordException("cannot run " + jcmd + ": attaching with Flight Recorder needs a JDK, not a JRE", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordException(pid + ": interrupted while talking to the JVM", e);
        }
    }

    private static String lastLine(String output) {
        Optional<String> line = output.lines().filter(l -> !l.isBlank()).reduce((a, b) -> b);
        return line.orElse("no answer");
    }
}
