package dev.perfhint.source.proof;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import org.objectweb.asm.ClassReader;

/**
 * Finds all classes that may extend one, where the program is known: its recorded stack begins in a {@code main} of the
 * sources, and its class path is given. Classes that are loaded from elsewhere are not among them.
 */
public final class WholeProgram {
    private static final int MAX_CLASSES = 20_000;

    private final Sources sources;
    private final Resolver resolver;
    private final boolean known;

    private WholeProgram(Sources sources, boolean known) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.known = known;
    }

    /** Returns the program whose stack was recorded, innermost frame first. */
    public static WholeProgram of(Sources sources, List<CallSite> frames) {
        return new WholeProgram(sources, !sources.options().classpath().isEmpty()
                && Callers.beginsInMain(sources, frames));
    }

    /** What classes without source extend or implement, and their packages; empty if there are too many. */
    private record Extended(Optional<Set<String>> names, Set<String> packages) {}

    /** Returns whether every class that extends the given one has source. */
    public boolean isClosed(TypeElement type) {
        return isConfined(type, new HashSet<>()) || known && type.getKind() == ElementKind.CLASS
                && sources.attached(Extended.class, WholeProgram::extended).names()
                        .filter(names -> names.stream().noneMatch(each -> isOrExtends(each, type))).isPresent();
    }

    /**
     * Returns whether classes that the sources do not have cannot extend the class, nor one below it: an enum, a sealed
     * class, one that only its package knows.
     */
    private boolean isConfined(TypeElement type, Set<TypeElement> asked) {
        Set<Modifier> modifiers = type.getModifiers();
        boolean sealed = type.getKind() == ElementKind.ENUM || modifiers.contains(Modifier.FINAL)
                || modifiers.contains(Modifier.SEALED);
        boolean plain = type.getKind() != ElementKind.INTERFACE && !modifiers.contains(Modifier.ABSTRACT)
                && !asked.isEmpty();
        boolean known = resolver.hasSource(type)
                && (sealed || plain || isHidden(type) && !isFunctional(type));
        return !asked.add(type) || known && (modifiers.contains(Modifier.FINAL) || Mentions.of(sources).below(type)
                .filter(all -> all.stream().allMatch(each -> isConfined(each, asked))).isPresent());
    }

    private static boolean isHidden(TypeElement type) {
        for (Element at = type; at instanceof TypeElement; at = at.getEnclosingElement()) {
            if (!at.getModifiers().contains(Modifier.PUBLIC) && !at.getModifiers().contains(Modifier.PROTECTED)) {
                return true;
            }
        }
        return type.getNestingKind() == NestingKind.LOCAL;
    }

    /** Returns whether a lambda may be an object of the interface. */
    private boolean isFunctional(TypeElement type) {
        return type.getKind() == ElementKind.INTERFACE
                && ElementFilter.methodsIn(resolver.elements().getAllMembers(type)).stream()
                        .filter(each -> each.getModifiers().contains(Modifier.ABSTRACT)).count() == 1;
    }

    /** Returns whether every class that may name a protected member has source: by inheritance or from its package. */
    public boolean isClosed(VariableElement member) {
        TypeElement type = (TypeElement) member.getEnclosingElement();
        String home = resolver.elements().getPackageOf(type).getQualifiedName().toString();
        return isClosed(type) && !sources.attached(Extended.class, WholeProgram::extended).packages().contains(home);
    }

    /** Only what has source is asked for: what has none stands among those that extend it by itself. */
    private boolean isOrExtends(String binaryName, TypeElement type) {
        return sources.declaration(binaryName).isPresent()
                && resolver.isSubclass(binaryName, resolver.binaryName(type));
    }

    /** Returns all methods that a call may run; empty where one of them may have no source. */
    Set<ExecutableElement> targets(ExecutableElement method) {
        return !Captures.isOpen(method) || isClosed((TypeElement) method.getEnclosingElement())
                ? withOverriding(method) : Set.of();
    }

    private Set<ExecutableElement> withOverriding(ExecutableElement method) {
        Set<ExecutableElement> all = new LinkedHashSet<>(Set.of(method));
        boolean known = Mentions.of(sources).overriding(method).filter(others -> others.stream()
                .allMatch(each -> resolver.method(each).filter(all::add).isPresent())).isPresent();
        all.removeIf(each -> each.getModifiers().contains(Modifier.ABSTRACT));
        return known ? all : Set.of();
    }

    private static Extended extended(Sources sources) {
        Map<String, List<Path>> files = sources.javaFiles().stream()
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        Set<String> above = new HashSet<>();
        Set<String> packages = new HashSet<>();
        int classes = 0;
        try {
            for (Path home : sources.options().classpath()) {
                classes += Files.isDirectory(home) ? inDirectory(files, home, above, packages)
                        : Files.isRegularFile(home) ? inJar(files, home, above, packages) : 0;
                if (classes > MAX_CLASSES) {
                    return new Extended(Optional.empty(), packages);
                }
            }
        } catch (IOException | RuntimeException damaged) {
            // proves nothing
            return new Extended(Optional.empty(), packages);
        }
        return new Extended(Optional.of(above), packages);
    }

    private static int inDirectory(Map<String, List<Path>> files, Path home, Set<String> above, Set<String> packages)
            throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            List<Path> classes = all.filter(file -> file.toString().endsWith(".class")).limit(MAX_CLASSES + 1).toList();
            for (Path file : classes) {
                add(files, Files.readAllBytes(file), above, packages);
            }
            return classes.size();
        }
    }

    private static int inJar(Map<String, List<Path>> files, Path home, Set<String> above, Set<String> packages)
            throws IOException {
        int classes = 0;
        try (JarFile jar = new JarFile(home.toFile(), false)) {
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements() && classes <= MAX_CLASSES;) {
                JarEntry entry = all.nextElement();
                if (entry.getName().endsWith(".class")) {
                    classes++;
                    try (InputStream in = jar.getInputStream(entry)) {
                        add(files, in.readAllBytes(), above, packages);
                    }
                }
            }
        }
        return classes;
    }

    private static void add(Map<String, List<Path>> files, byte[] bytes, Set<String> above, Set<String> packages) {
        ClassReader type = new ClassReader(bytes);
        if (type.getSuperName() != null && !hasSource(files, type.getClassName())) {
            above.add(type.getSuperName().replace('/', '.'));
            String name = type.getClassName().replace('/', '.');
            packages.add(name.substring(0, Math.max(name.lastIndexOf('.'), 0)));
            Arrays.stream(type.getInterfaces()).map(each -> each.replace('/', '.')).forEach(above::add);
        }
    }

    /** Returns whether there is a file of the class's name in a folder of its package's name. */
    private static boolean hasSource(Map<String, List<Path>> files, String internalName) {
        int nested = internalName.indexOf('$', internalName.lastIndexOf('/') + 1);
        Path file = Path.of((nested < 0 ? internalName : internalName.substring(0, nested)) + ".java");
        return files.getOrDefault(file.getFileName().toString(), List.of()).stream()
                .anyMatch(each -> each.endsWith(file));
    }
}
