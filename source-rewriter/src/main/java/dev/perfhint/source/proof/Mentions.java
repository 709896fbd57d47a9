package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.TypeElement;

/**
 * Finds where a class is created or extended, in all sources.
 *
 * <p>A scan of the bytes for its simple name only excludes files; those that are left are parsed and resolved.
 */
final class Mentions {
    private static final int MAX_FILES = 200;
    private static final long MAX_BYTES = 96L << 20;

    private final Sources sources;
    private final Map<String, Optional<List<SourceFile>>> files = new HashMap<>();
    private final Map<TypeElement, Boolean> extended = new HashMap<>();
    private final Map<Path, String> texts = new HashMap<>();
    private boolean tooLarge;

    private Mentions(Sources sources) {
        this.sources = sources;
    }

    static Mentions of(Sources sources) {
        return sources.attached(Mentions.class, Mentions::new);
    }

    /** Where a class is created, and what keeps those places from being all. */
    record Uses(List<ObjectCreationExpr> creations, List<Node> others, boolean complete) {}

    /** Returns whether another class of the sources extends the class, or too many would have to be looked at. */
    boolean extend(TypeElement type) {
        return extended.computeIfAbsent(type, key -> {
            Optional<List<SourceFile>> candidates = files(type);
            return candidates.isEmpty() || candidates.get().stream().anyMatch(file -> extendsIn(file, type));
        });
    }

    private boolean extendsIn(SourceFile file, TypeElement type) {
        Resolver resolver = Resolver.of(sources);
        String name = type.getSimpleName().toString();
        boolean anonymous = file.unit().findAll(ObjectCreationExpr.class).stream()
                .filter(e -> e.getAnonymousClassBody().isPresent() && e.getType().getNameAsString().equals(name))
                .anyMatch(e -> isOrUnknown(resolver.type(e.getType()).flatMap(resolver::classOf), type));
        return anonymous || file.unit().findAll(ClassOrInterfaceDeclaration.class).stream()
                .flatMap(declared -> declared.getExtendedTypes().stream())
                .filter(parent -> parent.getNameAsString().equals(name))
                .anyMatch(parent -> isOrUnknown(resolver.type(parent).flatMap(resolver::classOf), type));
    }

    private static boolean isOrUnknown(Optional<TypeElement> found, TypeElement type) {
        return found.isEmpty() || found.get().equals(type);
    }

    /** Returns where objects of the class are created. */
    Uses uses(TypeElement type) {
        Resolver resolver = Resolver.of(sources);
        String name = type.getSimpleName().toString();
        List<ObjectCreationExpr> creations = new ArrayList<>();
        List<Node> others = new ArrayList<>();
        Optional<List<SourceFile>> candidates = files(type);
        for (SourceFile file : candidates.orElse(List.of())) {
            for (ObjectCreationExpr e : file.unit().findAll(ObjectCreationExpr.class)) {
                boolean same = e.getType().getNameAsString().equals(name)
                        && isOrUnknown(resolver.type(e.getType()).flatMap(resolver::classOf), type);
                if (same && e.getAnonymousClassBody().isEmpty()) {
                    creations.add(e);
                } else if (same) {
                    others.add(e);
                }
            }
            file.unit().findAll(MethodReferenceExpr.class).stream()
                    .filter(reference -> reference.getIdentifier().equals("new"))
                    .filter(reference -> resolver.method(reference)
                            .map(method -> method.getEnclosingElement().equals(type)).orElse(true))
                    .forEach(others::add);
            if (extendsIn(file, type)) {
                file.unit().findAll(ClassOrInterfaceDeclaration.class).stream()
                        .filter(declared -> declared.getExtendedTypes().stream()
                                .anyMatch(parent -> parent.getNameAsString().equals(name)))
                        .forEach(others::add);
            }
        }
        return new Uses(creations, others, candidates.isPresent());
    }

    /** Returns the files that may name the class; empty if there are too many. */
    private Optional<List<SourceFile>> files(TypeElement type) {
        String home = Resolver.of(sources).elements().getPackageOf(type).getQualifiedName().toString();
        return files.computeIfAbsent(home + "/" + type.getSimpleName(), key -> scan(home, type.getSimpleName().toString()));
    }

    private Optional<List<SourceFile>> scan(String home, String name) {
        load();
        List<SourceFile> found = new ArrayList<>();
        for (Map.Entry<Path, String> each : texts.entrySet()) {
            boolean may = each.getValue().contains(name) && each.getValue().contains(home) || each.getValue().contains("\\u");
            Optional<SourceFile> file = may ? sources.file(each.getKey()) : Optional.empty();
            file.ifPresent(found::add);
            if (found.size() > MAX_FILES) {
                return Optional.empty();
            }
        }
        return tooLarge || !name.chars().allMatch(c -> c < 128) ? Optional.empty() : Optional.of(found);
    }

    private void load() {
        long bytes = 0;
        if (!texts.isEmpty()) {
            return;
        }
        for (Path file : sources.javaFiles()) {
            try {
                bytes += Files.size(file);
                if (bytes > MAX_BYTES) {
                    tooLarge = true;
                    return;
                }
                texts.put(file, new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            } catch (IOException unreadable) {
                tooLarge = true;
            }
        }
    }
}
