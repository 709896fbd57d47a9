package dev.perfhint.cli.verify;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads from what an agent observed which files a run wrote that lie outside of its copy. */
final class ObservedPaths {
    private static final int MAX_FILES = 200;

    private ObservedPaths() {}

    /** Returns regular files, absolute; not those of the system, and none below the directory of the copy. */
    static Set<Path> written(String observed, Path scratch) {
        Set<String> writing = new HashSet<>();
        Set<Path> files = new TreeSet<>();
        for (String line : observed.split("\n")) {
            String[] fields = line.split("\t");
            if (fields[0].startsWith("perfhint-observed")) {
                writing.clear(); // ids begin anew with each JVM
            } else if (fields[0].equals("site") && fields.length > 4 && fields[4].matches("rw.*|w|append|write")) {
                writing.add(fields[1]);
            } else if (fields[0].equals("path") && fields.length > 2 && writing.contains(fields[1])) {
                file(fields[2]).filter(file -> !file.startsWith(scratch)).ifPresent(files::add);
            }
        }
        files.removeIf(file -> file.startsWith("/dev") || file.startsWith("/proc") || file.startsWith("/sys"));
        return files.size() > MAX_FILES ? Set.of() : files;
    }

    private static Optional<Path> file(String name) {
        try {
            return Optional.of(Path.of(name.replace("\\\\", "\\")))
                    .filter(file -> file.isAbsolute() && Files.isRegularFile(file)).map(Path::normalize);
        } catch (InvalidPathException other) {
            return Optional.empty();
        }
    }
}
