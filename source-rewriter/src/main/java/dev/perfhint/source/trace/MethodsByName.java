package dev.perfhint.source.trace;

import com.github.javaparser.ast.body.MethodDeclaration;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;

/** The methods with a body in the files that were opened so far, by name and number of parameters. */
final class MethodsByName {
    private record Key(String name, int parameters) {}

    private final Sources sources;
    private final Map<Path, Map<Key, List<MethodDeclaration>>> files = new HashMap<>();

    private MethodsByName(Sources sources) {
        this.sources = sources;
    }

    static MethodsByName of(Sources sources) {
        return sources.attached(MethodsByName.class, MethodsByName::new);
    }

    /** Returns the methods that have the name and as many parameters, by the order of their files' paths. */
    Stream<MethodDeclaration> inOpened(ExecutableElement method) {
        Key key = new Key(method.getSimpleName().toString(), method.getParameters().size());
        return sources.opened().stream().sorted()
                .flatMap(path -> files.computeIfAbsent(path, this::methods).getOrDefault(key, List.of()).stream());
    }

    private Map<Key, List<MethodDeclaration>> methods(Path path) {
        return sources.file(path).stream()
                .flatMap((SourceFile file) -> file.nodes(MethodDeclaration.class).stream())
                .filter(each -> each.getBody().isPresent())
                .collect(Collectors.groupingBy(each ->
                        new Key(each.getNameAsString(), each.getParameters().size())));
    }
}
