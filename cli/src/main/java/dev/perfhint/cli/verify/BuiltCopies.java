package dev.perfhint.cli.verify;

import dev.perfhint.source.patch.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Where a build has put files that fixes change and that are no sources, such as settings: a program reads those.
 *
 * @param changes the same ones of the copies in class directories, with names relative to the patched directory
 * @param refusal a copy that cannot be changed without a build
 */
record BuiltCopies(List<FileChange> changes, Optional<String> refusal) {
    /**
     * Looks for files of the same name and content on a class path.
     *
     * @param copy of the tree, which alone may be changed
     * @param patched what the names of changes are relative to
     */
    static BuiltCopies of(List<FileChange> changes, Path copy, Path patched, List<Path> classPath) throws IOException {
        List<FileChange> copies = new ArrayList<>();
        Optional<String> refusal = Optional.empty();
        for (FileChange change : changes) {
            if (change.create() || change.name().endsWith(".java")) {
                continue;
            }
            String name = change.name().substring(change.name().lastIndexOf('/') + 1);
            for (Path entry : classPath) {
                List<Path> same = Files.isDirectory(entry) ? same(entry, name, change.before()) : List.of();
                if (Files.isRegularFile(entry) && holds(entry, name, change.before())
                        || !same.isEmpty() && !entry.startsWith(copy)) {
                    refusal = Optional.of("the program reads " + name + " from " + entry.getFileName());
                } else {
                    same.forEach(file -> copies.add(new FileChange(file, patched.relativize(file).toString()
                            .replace('\\', '/'), change.before(), change.after())));
                }
            }
        }
        return new BuiltCopies(copies, refusal);
    }

    private static List<Path> same(Path directory, String name, byte[] content) throws IOException {
        List<Path> same = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(each -> each.endsWith(name)).filter(Files::isRegularFile).sorted().toList()) {
                if (Arrays.equals(Files.readAllBytes(file), content)) {
                    same.add(file);
                }
            }
        }
        return same;
    }

    private static boolean holds(Path jar, String name, byte[] content) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                if ((entry.getName().equals(name) || entry.getName().endsWith('/' + name))
                        && Arrays.equals(zip.getInputStream(entry).readAllBytes(), content)) {
                    return true;
                }
            }
            return false;
        }
    }
}
