package dev.perfhint.cli.record.jvm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The socket in {@code /tmp} at which a JVM answers tools, named for its process id.
 *
 * <p>A JVM that was killed leaves it. The next one with that id removes it at its start, unless it is another user's:
 * in a sticky directory only root may. Then no tool attaches to the new JVM.
 */
public final class AttachSocket {
    private AttachSocket() {}

    /** Removes what another user's JVM left in the place of the target's socket; returns why not, where that fails. */
    public static Optional<String> clear(long pid) {
        try {
            Path process = Path.of("/proc", Long.toString(pid));
            List<String> status = Files.readAllLines(process.resolve("status"));
            int user = Integer.parseInt(field(status, "Uid:", 1));
            // the last id of a process is the one in its own namespace
            Path inside = Path.of("/tmp", ".java_pid" + field(status, "NSpid:", -1));
            Path socket = process.resolve("root").resolve(Path.of("/").relativize(inside));
            if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)
                    || (Integer) Files.getAttribute(socket, "unix:uid", LinkOption.NOFOLLOW_LINKS) == user) {
                return Optional.empty();
            }
            return remove(socket).map(why -> pid + ": " + inside + " is in the way of its attach socket and is another"
                    + " user's: remove it as root (" + why + ")");
        } catch (IOException e) {
            // nothing to be seen of it: attaching says why
            return Optional.empty();
        }
    }

    private static String field(List<String> status, String name, int at) throws IOException {
        for (String line : status) {
            if (line.startsWith(name)) {
                String[] fields = line.split("\\s+");
                return fields[at < 0 ? fields.length + at : at];
            }
        }
        throw new IOException("no " + name);
    }

    private static Optional<String> remove(Path socket) {
        try {
            int kind = (Integer) Files.getAttribute(socket, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 0170000;
            if (kind != 0140000) {
                return Optional.of("it is no socket");
            }
            if (isAnswered(socket)) {
                return Optional.of("a process that shares this /tmp answers there");
            }
            Files.delete(socket);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static boolean isAnswered(Path socket) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (ConnectException dead) {
            return false;
        }
    }
}
