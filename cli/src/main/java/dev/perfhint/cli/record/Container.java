package dev.perfhint.cli.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that sees other files than this one: what it is to read and write goes through {@code /proc/PID/root}.
 *
 * <p>Of the container's files only names are looked at here; who may be another user writes and reads them as {@link
 * OtherUser}.
 *
 * @param pid in this process's namespace
 * @param ownUsers whether its user ids are others than ours
 * @param temporary a directory of the container's that can be written, as this process sees it
 */
record Container(long pid, boolean ownUsers, Path temporary) {
    private static final Pattern OUTSIDE = Pattern.compile("/proc/\\d+/root(/.*)");
    /** The attach socket of a JVM is there, whatever its java.io.tmpdir. */
    private static final Path ATTACH = Path.of("/tmp");
    private static final List<Path> CUSTOMARY = List.of(ATTACH, Path.of("/var/tmp"), Path.of("/dev/shm"),
            Path.of("/run"));
    private static final Set<String> KINDS = Set.of("tmpfs", "ext4", "xfs", "btrfs", "overlay");

    private record Mount(Path point, String kind, List<String> options) {
        private boolean writable() {
            return options.contains("rw");
        }

        private boolean executable() {
            return !options.contains("noexec");
        }
    }

    /**
     * Returns the container of a process; empty if it sees the files that this one sees.
     *
     * @throws IOException if the process may not be looked at
     */
    static Optional<Container> of(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        if (!isOther(process, "mnt")) {
            return Optional.empty();
        }
        List<Mount> mounts = mounts(Files.readString(process.resolve("mountinfo")));
        return Optional.of(new Container(pid, isOther(process, "user"), temporary(process.resolve("root"), mounts,
                pid)));
    }

    private static boolean isOther(Path process, String namespace) throws IOException {
        Path link = Path.of("ns", namespace);
        return !Files.readSymbolicLink(Path.of("/proc/self").resolve(link))
                .equals(Files.readSymbolicLink(process.resolve(link)));
    }

    /** Returns a file's name as the target sees it; one that is not in a container is the same for both. */
    static Path inside(Path file) {
        Matcher outside = OUTSIDE.matcher(file.toString());
        return outside.matches() ? Path.of(outside.group(1)) : file;
    }

    /** Returns a user or group id as the target's namespace has it. */
    int inner(String map, int id) throws IOException {
        for (String line : Files.readString(Path.of("/proc", Long.toString(pid), map)).lines().toList()) {
            String[] range = line.strip().split("\\s+");
            long from = Long.parseLong(range[1]);
            if (id >= from && id < from + Long.parseLong(range[2])) {
                return (int) (Long.parseLong(range[0]) + id - from);
            }
        }
        throw new IOException(map + " has no id for " + id);
    }

    private static List<Mount> mounts(String text) {
        List<Mount> mounts = new ArrayList<>();
        text.lines().forEach(line -> {
            // id parent device root point options... - kind source options
            String[] fields = line.split(" ");
            int dash = Arrays.asList(fields).indexOf("-");
            if (dash > 5 && dash + 3 < fields.length) {
                List<String> options = new ArrayList<>(List.of(fields[5].split(",")));
                // read-only if the mount or the file system is
                if (List.of(fields[dash + 3].split(",")).contains("ro")) {
                    options.remove("rw");
                }
                mounts.add(new Mount(Path.of(fields[4].replace("\\040", " ")), fields[dash + 1], options));
            }
        });
        return mounts;
    }

    /** Returns the first directory that the JVM can write, and load the profiler's library from. */
    private static Path temporary(Path root, List<Mount> mounts, long pid) {
        if (!usable(root, ATTACH) || !mount(mounts, ATTACH).map(Mount::writable).orElse(false)) {
            throw new RecordException(pid + ": its /tmp cannot be written, where a JVM answers tools: mount a tmpfs"
                    + " there (Kubernetes: an emptyDir at /tmp)");
        }
        Set<Path> candidates = new LinkedHashSet<>(CUSTOMARY);
        mounts.stream().filter(mount -> mount.kind().equals("tmpfs")).map(Mount::point).forEach(candidates::add);
        for (Path candidate : candidates) {
            Optional<Mount> mount = mount(mounts, candidate);
            if (usable(root, candidate) && mount.isPresent() && mount.get().writable() && mount.get().executable()
                    && KINDS.contains(mount.get().kind()) && Files.isWritable(outside(root, candidate))) {
                return outside(root, candidate);
            }
        }
        throw new RecordException(pid + ": no directory of its container can be written and has no noexec: mount a"
                + " tmpfs with exec (docker: --tmpfs /tmp:exec; Kubernetes: an emptyDir)");
    }

    private static Path outside(Path root, Path inside) {
        return root.resolve(Path.of("/").relativize(inside));
    }

    // a link would lead to our files, not to the container's
    private static boolean usable(Path root, Path directory) {
        Path at = root;
        for (Path part : directory) {
            at = at.resolve(part);
            if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<Mount> mount(List<Mount> mounts, Path directory) {
        // of several at one place the last is seen
        return mounts.stream().filter(mount -> directory.startsWith(mount.point()))
                .reduce((a, b) -> b.point().getNameCount() >= a.point().getNameCount() ? b : a);
    }
}
