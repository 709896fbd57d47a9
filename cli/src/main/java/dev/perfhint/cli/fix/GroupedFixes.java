package dev.perfhint.cli.fix;

import dev.perfhint.cli.verify.FixSubsets;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Patch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The fixes of an analysis as they are tried: those with the same edits pass or fail together.
 *
 * @param groups by the index that a verification gives them
 */
public record GroupedFixes(Sources sources, List<List<Fix>> groups) {
    public static GroupedFixes of(Sources sources, List<Fix> fixes) {
        List<List<Fix>> groups = new ArrayList<>();
        for (Fix fix : fixes) {
            List<List<Fix>> same = groups.stream()
                    .filter(group -> group.stream().anyMatch(other -> fix.edits().equals(other.edits()))).toList();
            List<Fix> joined = new ArrayList<>(same.stream().flatMap(List::stream).toList());
            joined.add(fix);
            groups.removeAll(same);
            groups.add(joined);
        }
        return new GroupedFixes(sources, groups);
    }

    /** Returns the same for a verification. */
    public FixSubsets subsets() {
        List<String> names = groups.stream()
                .map(group -> group.get(0).title() + " in " + place(group, sources.base())).toList();
        return new FixSubsets(names,
                some -> patch(some).unifiedDiff(), some -> patch(some).changes());
    }

    /** Returns where a group's first edit of code is, relative to a directory if it is below that. */
    String place(List<Fix> group, Path here) {
        Edit edit = edit(group.get(0));
        return shown(edit.file(), here) + ":" + edit.startLine();
    }

    /** Returns a source file relative to a directory if it is below that. */
    String shown(Path file, Path here) {
        int library = file.toString().indexOf(LibraryPatch.UNPACKED);
        return library >= 0 ? file.toString().substring(library + LibraryPatch.UNPACKED.length())
                : file.startsWith(here) ? here.relativize(file).toString() : sources.relative(file);
    }

    /** Returns the file of a group's first edit of code. */
    public Path file(List<Fix> group) {
        return edit(group.get(0)).file();
    }

    /** Returns the edit that makes a call or object, before one of a type or an import. */
    private static Edit edit(Fix fix) {
        List<Edit> code = fix.edits().stream().filter(each -> !each.create() && !each.text().contains("import "))
                .toList();
        return code.stream().filter(each -> each.text().contains("(")).findFirst()
                .or(() -> code.stream().findFirst()).orElse(fix.edits().get(0));
    }

    public List<Fix> fixes(List<Integer> some) {
        return some.stream().flatMap(i -> groups.get(i).stream()).toList();
    }

    /** Returns the joint patch of some groups. */
    public Patch patch(List<Integer> some) {
        return Patch.of(sources, fixes(some));
    }

    /** Returns the directory to copy for sources of a project: the git top level, else what holds them all. */
    public static Path top(Path base, Path here) {
        return Stream.iterate(base, directory -> directory != null, Path::getParent)
                .filter(directory -> Files.exists(directory.resolve(".git")))
                .findFirst()
                .orElse(base.startsWith(here) ? here : base);
    }
}
