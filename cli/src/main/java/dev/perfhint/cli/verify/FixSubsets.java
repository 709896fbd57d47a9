package dev.perfhint.cli.verify;

import dev.perfhint.source.patch.FileChange;
import dev.perfhint.source.patch.PatchHeading;
import dev.perfhint.source.patch.PatchParts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The fixes that are verified.
 *
 * @param names what each does and where, as messages name it
 * @param diff the patch of some of them, given by their index
 * @param changes the files that some of them change; empty for a patch that cannot be taken apart
 */
public record FixSubsets(List<String> names, Function<List<Integer>, byte[]> diff,
        Function<List<Integer>, List<FileChange>> changes) {
    public FixSubsets {
        names = List.copyOf(names);
    }

    List<Integer> all() {
        return IntStream.range(0, names.size()).boxed().toList();
    }

    /** A patch that is tried as a whole. */
    static FixSubsets whole(byte[] patch) {
        return new FixSubsets(List.of("the patch"), kept -> patch, kept -> List.of());
    }

    /**
     * Splits a patch by the fixes that its heading names, else by hunks; one that renames or deletes files or holds
     * binary ones stays whole.
     *
     * @param scratch an empty directory for a copy of the tree
     */
    static FixSubsets of(Path patch, VerifyOptions options, Path scratch) throws IOException {
        byte[] bytes = Files.readAllBytes(patch);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        List<String> paths = PatchTool.paths(patch);
        boolean splits = text.lines().noneMatch(line -> line.matches(
                "(rename|copy) from .*|deleted file mode .*|old mode .*|GIT binary patch|Binary files .*"));
        if (!splits) {
            return whole(bytes);
        }
        Path top = scratch.resolve("top");
        List<FileChange> changes = new ArrayList<>();
        for (String path : paths) {
            Path original = options.tree().resolve(options.patched()).resolve(path).normalize();
            Path copy = top.resolve(path).normalize();
            boolean outside = !original.startsWith(options.tree().normalize()) || !copy.startsWith(top);
            if (outside || Files.isSymbolicLink(original)) {
                return whole(bytes);
            }
            Files.createDirectories(copy.getParent());
            if (Files.exists(original)) {
                Files.copy(original, copy);
            }
        }
        List<byte[]> before = contents(top, paths);
        PatchTool.apply(patch, top);
        List<byte[]> after = contents(top, paths);
        for (int i = 0; i < paths.size(); i++) {
            boolean create = !Files.exists(options.tree().resolve(options.patched()).resolve(paths.get(i)));
            changes.add(new FileChange(top.resolve(paths.get(i)), paths.get(i), before.get(i), after.get(i), create));
        }
        PatchParts parts = PatchParts.of(changes, PatchHeading.read(new String(bytes, StandardCharsets.UTF_8)));
        if (parts.parts().size() < 2) {
            return new FixSubsets(parts.parts().stream().map(PatchHeading.Entry::title).findFirst().stream().toList(),
                    kept -> bytes, kept -> kept.isEmpty() ? List.of() : changes);
        }
        return new FixSubsets(parts.parts().stream().map(PatchHeading.Entry::title).toList(),
                kept -> diff(parts, kept), parts::changes);
    }

    private static List<byte[]> contents(Path top, List<String> paths) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (String path : paths) {
            Path file = top.resolve(path);
            contents.add(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
        }
        return contents;
    }

    private static byte[] diff(PatchParts parts, List<Integer> kept) {
        ByteArrayOutputStream diff = new ByteArrayOutputStream();
        kept.stream().flatMap(part -> parts.parts().get(part).comments().stream())
                .forEach(line -> diff.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8)));
        diff.writeBytes(parts.diff(kept));
        return diff.toByteArray();
    }
}
