package dev.perfhint.source.trace;

import com.github.javaparser.ast.body.MethodDeclaration;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;

/**
 * The methods with a body in the files that were opened so far, by name and number of parameters. A file that does not
 * name the method is not parsed for it.
 */
final class MethodsByName {
    private record Key(String name, int parameters) {}

    /** The methods that were found when so many files were open. */
    private record Found(int files, List<MethodDeclaration> methods) {}

    private final Sources sources;
    private final Map<Path, Map<Key, List<MethodDeclaration>>> files = new HashMap<>();
    private final Map<ExecutableElement, Found> known = new HashMap<>();

    private MethodsByName(Sources sources) {
        this.sources = sources;
    }

    static MethodsByName of(Sources sources) {
        return sources.attached(MethodsByName.class, MethodsByName::new);
    }

    /** Returns the overriding methods of the name and as many parameters, by the order of their files' paths. */
    List<MethodDeclaration> overriding(ExecutableElement method, Predicate<MethodDeclaration> overrides) {
        Set<Path> opened = sources.opened();
        Found found = known.get(method);
        if (found == null || found.files() != opened.size()) {
            Key key = new Key(method.getSimpleName().toString(), method.getParameters().size());
            found = new Found(opened.size(),
                    opened.stream().sorted().flatMap(path -> methods(path, key)).filter(overrides).toList());
            known.put(method, found);
        }
        return found.methods();
    }

    private Stream<MethodDeclaration> methods(Path path, Key key) {
        return files.containsKey(path) || sources.names(sources.text(path), key.name())
                ? files.computeIfAbsent(path, this::methods).getOrDefault(key, List.of()).stream() : Stream.empty();
    }

    private Map<Key, List<MethodDeclaration>> methods(Path path) {
        return sources.file(path).stream()
                .flatMap((SourceFile file) -> file.nodes(MethodDeclaration.class).stream())
                .filter(each -> each.getBody().isPresent())
                .collect(Collectors.groupingBy(each -> new Key(each.getNameAsString(), each.getParameters().size())));
    }
}
