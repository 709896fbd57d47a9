package dev.perfhint.rules.analysis;

import dev.perfhint.profile.PackagePrefixes;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.file.Sources;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Notices sources of another program: they declare none of the classes that the findings name. */
final class WrongSources {
    private static final int MAX_NAMED = 2;

    private WrongSources() {}

    /** Returns one line that names some of the classes; empty where one is there, or no class is known. */
    static Optional<String> of(List<Finding> findings, Sources sources) {
        List<String> classes = findings.stream().flatMap(WrongSources::classes).distinct().toList();
        if (classes.isEmpty() || classes.stream().anyMatch(name -> isIn(sources, name))) {
            return Optional.empty();
        }
        return Optional.of("none of the classes that the findings name is in the sources: not "
                + String.join(", ", classes.subList(0, Math.min(MAX_NAMED, classes.size()))) + "; check --source");
    }

    private static Stream<String> classes(Finding finding) {
        return Stream.concat(finding.sites().stream().map(Site::className),
                        finding.chain().stream().map(WrongSources::className))
                .filter(name -> !name.isEmpty() && !PackagePrefixes.JDK.contain(name));
    }

    // pkg.Foo.write(Foo.java:42)
    private static String className(ChainFrame frame) {
        String method = frame.text().replaceFirst("\\(.*", "");
        return method.substring(0, Math.max(0, method.lastIndexOf('.')));
    }

    private static boolean isIn(Sources sources, String name) {
        return sources.contains(name) || sources.declaredIn(name).isPresent();
    }
}
