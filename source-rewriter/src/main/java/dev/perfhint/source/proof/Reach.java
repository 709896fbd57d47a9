package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.SourceFile;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Says how far calls are followed from the files in view: into a number of others, which are parsed for it, and into
 * few where there is counter-evidence already. What lies beyond is code that is not seen.
 */
final class Reach {
    private static final int MAX_CHARACTERS = 1 << 18;
    private static final int MAX_CHARACTERS_WHEN_DOUBTED = 1 << 16;

    private final TypestateRun run;
    private final Set<Path> files = new HashSet<>();
    private final Map<Path, Integer> lengths = new HashMap<>();
    private int characters;

    Reach(TypestateRun run, Collection<CompilationUnit> view) {
        this.run = run;
        view.forEach(unit -> files.add(SourceFile.of(unit).path()));
    }

    /** Returns whether the method and all that may run in its place are in files that are looked through. */
    boolean mayFollow(ExecutableElement method) {
        return mayFollow(method, CalledCode.isFixed(method) ? Optional.of(Set.of())
                : Subclasses.of(run.sources).map(classes -> classes.declaring(method)));
    }

    /** Returns whether the class is in a file that is looked through. */
    boolean mayFollow(TypeElement type) {
        return mayFollow(type, Optional.of(Set.of()));
    }

    private boolean mayFollow(Element element, Optional<Set<Path>> replacing) {
        Optional<Path> home = run.resolver.pathOf(element);
        if (home.isEmpty()) {
            return true;
        }
        Set<Path> more = new HashSet<>(replacing.orElse(Set.of()));
        more.add(home.get());
        more.removeAll(files);
        int all = characters + more.stream().mapToInt(this::length).sum();
        boolean doubted = run.doubts.has(GuardKind.NO_OBSERVER) || run.doubts.has(GuardKind.UNCHANGED_INPUT);
        if (replacing.isEmpty() || all > (doubted ? MAX_CHARACTERS_WHEN_DOUBTED : MAX_CHARACTERS)) {
            return false;
        }
        characters = all;
        files.addAll(more);
        return true;
    }

    private int length(Path file) {
        return lengths.computeIfAbsent(file, key -> run.sources.text(key).length());
    }

    /** Returns whether the element is declared in a file that is looked through, or in none. */
    boolean includes(Element element) {
        return run.resolver.pathOf(element).filter(file -> !files.contains(file)).isEmpty();
    }
}
