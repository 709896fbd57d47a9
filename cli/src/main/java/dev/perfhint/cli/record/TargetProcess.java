package dev.perfhint.cli.record;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A running process that is to be recorded, after a look from outside: each obstacle is one line.
 *
 * <p>The look comes first because attaching sends SIGQUIT, which ends a process that is no JVM.
 *
 * @param owner where that is not this process's user (who is root then); as root always in a container, whose files
 *     may be anybody's
 * @param container where the process sees other files than this one
 */
record TargetProcess(long pid, Optional<OtherUser> owner, Optional<Container> container) {
    private static final Path SELF = Path.of("/proc/self");
    private static final int SIGQUIT = 3;

    static TargetProcess of(long pid) {
        if (ProcessHandle.of(pid).isEmpty()) {
            throw new RecordException(pid + ": no such process: jcmd -l lists the JVMs");
        }
        if (!Files.isDirectory(SELF)) {
            return new TargetProcess(pid, Optional.empty(), Optional.empty());
        }
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            int user = user(process);
            int self = user(SELF);
            if (user != self && self != 0) {
                String owner = ProcessHandle.of(pid).flatMap(p -> p.info().user()).orElse("user " + user);
                throw new RecordException(pid + ": belongs to " + owner + ": run perfhint as that user (sudo -u "
                        + owner + ")");
            }
            checkJvm(process, pid);
            Optional<Container> container = Container.of(pid);
            int group = (Integer) Files.getAttribute(process, "unix:gid");
            boolean same = user == self && (self != 0 || container.isEmpty());
            return new TargetProcess(pid, same ? Optional.empty() : Optional.of(owner(user, group, container)),
                    container);
        } catch (AccessDeniedException e) {
            throw new RecordException(pid + ": may not be looked at: run perfhint as the JVM's user, or as root with"
                    + " CAP_SYS_PTRACE (kubectl debug --profile=general)", e);
        } catch (IOException e) {
            throw new RecordException("process " + pid + ": permission denied or not running: " + e.getMessage(), e);
        }
    }

    boolean isAlive() {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false) && !isZombie();
    }

    // it has ended, but its parent has not asked for its exit code yet
    private boolean isZombie() {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }

    private static int user(Path process) throws IOException {
        return (Integer) Files.getAttribute(process, "unix:uid");
    }

    private static OtherUser owner(int user, int group, Optional<Container> container) throws IOException {
        return container.isPresent() && container.get().ownUsers()
                ? new OtherUser(container.get().inner("uid_map", user), container.get().inner("gid_map", group),
                        container)
                : new OtherUser(user, group, container);
    }

    private static void checkJvm(Path process, long pid) throws IOException {
        if (!Files.readString(process.resolve("maps")).contains("/libjvm.so")) {
            throw new RecordException(pid + ": is not a JVM: jcmd -l lists the JVMs");
        }
        // Such a JVM takes the attach request for a request to print all its threads.
        if (Files.readString(process.resolve("cmdline")).contains("\0-XX:+DisableAttachMechanism\0")) {
            throw new RecordException(pid + ": was started with -XX:+DisableAttachMechanism: start it anew without,"
                    + " or with perfhint record -- COMMAND");
        }
        boolean catchesQuit = Files.readString(process.resolve("status")).lines()
                .filter(line -> line.startsWith("SigCgt:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).trim(), 16) >>> SIGQUIT - 1 & 1) == 1);
        if (!catchesQuit) {
            throw new RecordException(pid
                    + ": does not let tools attach (it is starting, or runs with -Xrs): start it with"
                    + " perfhint record -- COMMAND");
        }
    }
}
