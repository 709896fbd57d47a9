package dev.perfhint.source.proof;

import dev.perfhint.source.SourceOutline;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Finds the files that may declare a class below another, by the names in the heads of all classes of the sources.
 *
 * <p>Nothing is parsed, and classes of one simple name are not told apart: it only excludes files.
 */
final class Subclasses {
    private static final String JDK = "java.";

    private final Resolver resolver;
    private final Map<Path, SourceOutline> outlines;
    private final Map<String, Set<Path>> declared = new HashMap<>();
    private final Map<String, List<Link>> links = new HashMap<>();
    private final Set<Path> inexact = new HashSet<>();
    private final Map<TypeElement, Set<Path>> below = new HashMap<>();
    private final Map<ExecutableElement, Set<Path>> declaring = new HashMap<>();
    private Map<String, List<Link>> outside;

    /** A class that extends or implements what is written there; one without a name is declared as "". */
    private record Link(String name, String above, Path file) {
        private String simple() {
            return above.substring(above.lastIndexOf('.') + 1);
        }
    }

    /** The sources' index; none where there is too much to look through. */
    private record Index(Optional<Subclasses> all) {}

    private Subclasses(Sources sources, Map<Path, SourceOutline> outlines) {
        this.resolver = Resolver.of(sources);
        this.outlines = outlines;
        outlines.forEach((file, outline) -> {
            if (!outline.isExact()) {
                inexact.add(file);
            }
            outline.anonymous().forEach(above -> add(new Link("", above, file)));
            outline.above().forEach((name, above) -> {
                declared.computeIfAbsent(name, key -> new HashSet<>()).add(file);
                above.forEach(each -> add(new Link(name, each, file)));
            });
        });
    }

    private void add(Link link) {
        links.computeIfAbsent(link.simple(), key -> new ArrayList<>(1)).add(link);
    }

    /** Returns the sources' index; empty where there is too much to look through. */
    static Optional<Subclasses> of(Sources sources) {
        return sources.attached(Index.class,
                key -> new Index(key.outlines().map(outlines -> new Subclasses(key, outlines)))).all();
    }

    /** Returns the files, sorted, that may declare a method in the place of the given one. */
    Set<Path> declaring(ExecutableElement method) {
        return declaring.computeIfAbsent(method, key -> {
            String name = key.getSimpleName().toString();
            boolean ascii = name.chars().allMatch(c -> c < 128);
            Set<Path> files = new TreeSet<>();
            below((TypeElement) key.getEnclosingElement()).stream()
                    .filter(file -> !ascii || !outlines.get(file).isExact() || outlines.get(file).mayDeclare(name))
                    .forEach(files::add);
            return files;
        });
    }

    /** Returns the files that may declare a class which itself extends or implements the given one. */
    Set<Path> extending(TypeElement type) {
        Set<Path> files = new TreeSet<>(inexact);
        links.getOrDefault(type.getSimpleName().toString(), List.of()).forEach(link -> files.add(link.file()));
        return files;
    }

    /** Returns the files that may declare the class or one below it. */
    private Set<Path> below(TypeElement type) {
        return below.computeIfAbsent(type, key -> {
            Set<Path> files = new HashSet<>(inexact);
            Set<String> names = new HashSet<>(Set.of(key.getSimpleName().toString()));
            Deque<Link> next = new ArrayDeque<>();
            names.forEach(name -> reach(name, files, next));
            outside().forEach((name, all) -> {
                if (isBelow(name, key)) {
                    next.addAll(all);
                }
            });
            while (!next.isEmpty()) {
                Link link = next.pop();
                files.add(link.file());
                if (!link.name().isEmpty() && names.add(link.name())) {
                    reach(link.name(), files, next);
                }
            }
            return files;
        });
    }

    private void reach(String name, Set<Path> files, Deque<Link> next) {
        files.addAll(declared.getOrDefault(name, Set.of()));
        next.addAll(links.getOrDefault(name, List.of()));
    }

    /** Nothing of the JDK's extends a class of the program; a class that only its package may know may be anything. */
    private boolean isBelow(String name, TypeElement type) {
        return name.isEmpty() || (!name.startsWith(JDK) || resolver.isPlatform(type))
                && resolver.isSubclass(name, resolver.binaryName(type));
    }

    /** Returns what is extended and has no source, by its qualified name; by "" what is neither imported nor JDK's. */
    private Map<String, List<Link>> outside() {
        if (outside == null) {
            outside = new TreeMap<>();
            links.forEach((simple, all) -> all.forEach(link -> meaning(link)
                    .filter(name -> name.startsWith("java") || !declared.containsKey(simple))
                    .ifPresent(name -> outside.computeIfAbsent(name, key -> new ArrayList<>(1)).add(link))));
        }
        return outside;
    }

    /** Returns the qualified name of what the link names, as far as imports tell it; no package is searched for it. */
    private Optional<String> meaning(Link link) {
        SourceOutline outline = outlines.get(link.file());
        int dot = link.above().indexOf('.');
        String first = dot < 0 ? link.above() : link.above().substring(0, dot);
        String imported = outline.imports().get(first);
        if (imported != null) {
            return Optional.of(imported + link.above().substring(first.length()));
        }
        Optional<String> ofJdk = outline.packages().stream()
                .filter(home -> home.startsWith("java")).map(home -> home + "." + link.above())
                .filter(name -> resolver.classNamed(name).isPresent()).findFirst()
                .or(() -> Resolver.isOfJavaLang(first) ? Optional.of("java.lang." + link.above()) : Optional.empty());
        return ofJdk.isPresent() ? ofJdk : Optional.of(dot < 0 ? "" : link.above());
    }
}
