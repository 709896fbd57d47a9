package dev.perfhint.cli.fix;

import dev.perfhint.cli.project.RunningSources;
import dev.perfhint.cli.verify.FixSubsets;
import dev.perfhint.cli.verify.RecordedRun;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the analysis of a recorded run proposes to change.
 *
 * @param fixes those that edit
 * @param libraries that have sources, unpacked
 */
public record FixProposal(Report report, GroupedFixes fixes, List<LibraryPatch> libraries) {
    /**
     * Where the sources are, as far as the user says.
     *
     * @param roots directories; empty: what the classes of the run show, else the project's
     * @param classPath that they compile against; empty: what the run shows
     */
    public record Given(List<Path> roots, List<Path> project, List<Path> classPath, Optional<Charset> encoding,
            List<String> appPackages) {}

    /** Analyzes a profile with the sources of what was running; empty without any sources. */
    public static Optional<FixProposal> of(Profile profile, RecordedRun run, Path tree, Given given, Path scratch)
            throws IOException, SourceException {
        List<Path> classPath = run.code().map(code -> code.classPath().stream()
                .map(entry -> run.original(entry, tree)).toList()).orElse(List.of());
        RunningSources found = RunningSources.of(classPath, tree, classes(profile));
        Set<Path> roots = new LinkedHashSet<>(given.roots());
        if (roots.isEmpty()) {
            roots.addAll(found.roots().isEmpty() ? given.project() : found.roots());
        }
        List<LibraryPatch> libraries = new ArrayList<>();
        for (Map.Entry<Path, Path> library : found.libraries().entrySet()) {
            libraries.add(LibraryPatch.unpack(library.getKey(), library.getValue(),
                    Path.of(scratch + LibraryPatch.UNPACKED)));
        }
        libraries.forEach(library -> roots.add(library.sources()));
        if (roots.isEmpty()) {
            return Optional.empty();
        }
        Sources sources = Sources.open(new SourceOptions(List.copyOf(roots), given.encoding(),
                given.classPath().isEmpty() ? classPath : given.classPath()));
        Report report = Analysis.run(profile, Optional.of(sources), new AnalysisOptions(Set.of(), Set.of(),
                AnalysisOptions.DEFAULTS.minShare(), given.appPackages(), true, true));
        return Optional.of(new FixProposal(report, GroupedFixes.of(sources, editing(report)), libraries));
    }

    private static Set<String> classes(Profile profile) {
        Set<String> classes = new LinkedHashSet<>();
        Methods methods = profile.methods();
        for (int i = 0; i < methods.size(); i++) {
            String name = methods.className(i);
            if (name.matches("[\\w$]+(\\.[\\w$]+)*") && !name.startsWith("java.") && !name.startsWith("jdk.")) {
                classes.add(name);
            }
        }
        return classes;
    }

    /** Returns the fixes that may be written, each once, the best first. */
    private static List<Fix> editing(Report report) {
        Map<String, Fix> byId = new LinkedHashMap<>();
        report.findings().stream().map(Finding::fix).flatMap(Optional::stream)
                .filter(fix -> fix.isOffered() && fix.conflictsWith().isEmpty())
                .forEach(fix -> byId.putIfAbsent(fix.id(), fix));
        return List.copyOf(byId.values());
    }

    /** Returns the fixes for a verification; empty if there is none. */
    public Optional<FixSubsets> subsets() {
        return fixes.groups().isEmpty() ? Optional.empty() : Optional.of(fixes.subsets());
    }
}
