package dev.perfhint.cli.fix;

import dev.perfhint.cli.verify.Verification;
import dev.perfhint.profile.observed.ObservedFrame;
import dev.perfhint.profile.observed.ObservedStack;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.observed.SeenPlaces;
import dev.perfhint.source.Fix;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the fixes of which the runs prove nothing: all files that they write differ without them, too. */
public final class UncomparedFixes {
    public static final String WHY = "what it writes differs in each run and was not compared";

    private UncomparedFixes() {}

    /** Returns the indices of such fixes among those that passed; those of which nothing was observed are not. */
    public static Set<Integer> of(GroupedFixes fixes, Report report, Verification verification) {
        Set<Integer> uncompared = new TreeSet<>();
        for (int index : verification.isPassed() ? verification.passed() : Set.<Integer>of()) {
            Set<String> ids = fixes.groups().get(index).stream().map(Fix::id).collect(Collectors.toSet());
            Set<String> written = new HashSet<>();
            report.findings().stream().filter(finding -> finding.fix().map(Fix::id).filter(ids::contains).isPresent())
                    .forEach(finding -> written.addAll(written(finding, report)));
            if (!holds(verification.compared(), written) && (holds(verification.uncompared(), written)
                    || holds(folders(verification.uncompared()), folders(written)))) {
                uncompared.add(index);
            }
        }
        return uncompared;
    }

    /** Returns the files, as the program names them, of streams that a finding's methods create or write. */
    private static Set<String> written(Finding finding, Report report) {
        Set<String> methods = Stream.concat(finding.sites().stream(), finding.created().stream())
                .map(UncomparedFixes::method).collect(Collectors.toSet());
        methods.add(method(finding.site()));
        finding.seen().flatMap(seen -> seen.created()).map(ObservedFrame::name).ifPresent(methods::add);
        Set<String> files = new HashSet<>();
        for (StreamLife life : report.profile().observed().streams().values()) {
            boolean writes = isWrite(life.operations().keySet()) && !life.site().isSocket();
            if (writes && (isIn(methods, life.site().creation()) || life.calls().keySet().stream()
                    .anyMatch(call -> isWrite(Set.of(call.what())) && isIn(methods, call.stack())))) {
                life.paths().keySet().forEach(path -> files.add(path.replace('\\', '/').replaceFirst("^(\\./)+", "")));
            }
        }
        return files;
    }

    private static String method(Site site) {
        return site.className() + '.' + site.methodName();
    }

    private static boolean isWrite(Collection<String> operations) {
        return operations.contains(StreamLife.WRITE) || operations.contains(StreamLife.WRITE_AT);
    }

    private static boolean isIn(Set<String> methods, ObservedStack stack) {
        return SeenPlaces.firstOutsideJdk(stack).map(ObservedFrame::name).filter(methods::contains).isPresent();
    }

    /** Returns whether a file is in both; a path may begin at the directory of the run, of the copy or at the root. */
    private static boolean holds(Set<String> names, Set<String> files) {
        Set<String> ends = new HashSet<>(names);
        names.forEach(name -> ends.addAll(ends(name)));
        return files.stream().anyMatch(file -> ends.contains(file)
                || file.matches("(/|\\.\\./|\\w:).*") && ends(file).stream().anyMatch(names::contains));
    }

    private static Set<String> ends(String path) {
        Set<String> ends = new HashSet<>();
        for (int i = path.indexOf('/'); i >= 0; i = path.indexOf('/', i + 1)) {
            ends.add(path.substring(i + 1));
        }
        return ends;
    }

    /** A file may have another name in each run. */
    private static Set<String> folders(Set<String> files) {
        return files.stream().map(file -> file.substring(0, file.lastIndexOf('/') + 1)).collect(Collectors.toSet());
    }
}
