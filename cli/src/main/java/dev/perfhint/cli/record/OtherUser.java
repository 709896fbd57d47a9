package dev.perfhint.cli.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The user whose JVM root records: what happens in a directory that this user can write happens under this user's id.
 *
 * <p>Each step is a process of its own with the user's id and group only, no terminal and nothing of root's
 * environment. Root itself never opens a file there: the finished recording comes through a pipe, so that no link,
 * device or change of names gives away or destroys what the user could not reach.
 *
 * @param uid as the target's namespace has it, as the group
 * @param container where the target sees other files than this process
 */
record OtherUser(int uid, int gid, Optional<Container> container) {
    private static final long TIMEOUT_SECONDS = 60;
    private static final long COPY_SECONDS = 600;
    private static final int MAX_ANSWER_BYTES = 1 << 16;

    OtherUser(int uid, int gid) {
        this(uid, gid, Optional.empty());
    }

    /** How a step ended, and the first bytes of what it printed. */
    record Answer(int code, String text) {}

    /** Makes a directory below the temporary one that the user alone can write. */
    Path makeDirectory() throws IOException {
        Path parent = container.map(Container::temporary)
                .orElse(Path.of(System.getProperty("java.io.tmpdir")));
        Answer answer = run(new byte[0], "mktemp", "-d", parent.resolve(".perfhint-XXXXXXXXXX").toString());
        if (answer.code() != 0) {
            throw new IOException(answer.text());
        }
        return Path.of(answer.text());
    }

    /** Writes a file that must not be there yet, readable by all. */
    Path write(Path file, byte[] content) throws IOException {
        Answer answer = run(content, "sh", "-c", "set -C; umask 022; cat > \"$1\"", "-", file.toString());
        if (answer.code() != 0) {
            throw new IOException(answer.text());
        }
        return file;
    }

    /** Returns the first 64 KB of a text; empty where there is none. */
    String text(Path file) throws IOException {
        Answer answer = run(new byte[0], "sh", "-c", "test -f \"$1\" && head -c 65536 -- \"$1\"", "-", file.toString());
        return answer.code() == 0 ? answer.text() : "";
    }

    /**
     * Copies a regular file with one name and this owner.
     *
     * @param maxBytes beyond which it is no recording
     * @return how much was copied; 0 where there is no such file
     */
    long copy(Path file, OutputStream out, long maxBytes) throws IOException {
        Process process = start(ProcessBuilder.Redirect.DISCARD, "sh", "-c",
                "test -n \"$(find \"$1\" -prune -type f -links 1 -user " + uid + ")\" && exec cat -- \"$1\"", "-",
                file.toString());
        process.getOutputStream().close();
        endInTime(process, COPY_SECONDS);
        long copied = 0;
        try (InputStream in = process.getInputStream()) {
            byte[] block = new byte[1 << 16];
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                copied += count;
                if (copied > maxBytes) {
                    throw new IOException("the recording is larger than " + (maxBytes >> 20) + " MB");
                }
                out.write(block, 0, count);
            }
        } finally {
            process.destroyForcibly();
        }
        return copied;
    }

    /** Removes the files and the directory; what else the user has put there stays. */
    void remove(Path directory, List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of("rm", "-f", "--"));
        files.forEach(file -> command.add(file.toString()));
        run(new byte[0], command.toArray(new String[0]));
        run(new byte[0], "rmdir", "--", directory.toString());
    }

    /** Runs a command under the user's id to its end. */
    Answer run(byte[] input, String... command) throws IOException {
        Process process = start(ProcessBuilder.Redirect.PIPE, command);
        // the answer is read only when the input is written: no command here prints before it has read all
        try (OutputStream in = process.getOutputStream()) {
            in.write(input);
        } catch (IOException ended) {
            // the exit code tells
        }
        endInTime(process, TIMEOUT_SECONDS);
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readNBytes(MAX_ANSWER_BYTES), StandardCharsets.UTF_8).strip();
            return new Answer(process.waitFor(), text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Ends a process that does not end by itself: what it reads may have become a pipe. */
    private static void endInTime(Process process, long seconds) {
        process.onExit().orTimeout(seconds, TimeUnit.SECONDS).exceptionally(late -> process.destroyForcibly());
    }

    private Process start(ProcessBuilder.Redirect errors, String... command) throws IOException {
        Path tool = Path.of("/usr/bin/setpriv");
        if (!Files.isExecutable(tool)) {
            throw new RecordException("recording a JVM of another user as root needs " + tool
                    + " (of util-linux): install it, or run perfhint as that user");
        }
        List<String> all = new ArrayList<>(List.of("/usr/bin/setsid", "-w"));
        if (container.map(Container::ownUsers).orElse(false)) {
            all.addAll(List.of("/usr/bin/nsenter", "--target=" + container.get().pid(), "--user", "--setuid=" + uid,
                    "--setgid=" + gid, "--", tool.toString()));
        } else {
            all.addAll(List.of(tool.toString(), "--reuid=" + uid, "--regid=" + gid, "--clear-groups"));
        }
        all.addAll(List.of("--no-new-privs", "--inh-caps=-all", "--"));
        all.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(all).directory(Path.of("/").toFile())
                .redirectError(errors)
                .redirectErrorStream(errors == ProcessBuilder.Redirect.PIPE);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder.start();
    }
}
