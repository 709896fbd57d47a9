package dev.perfhint.observer.agent;

import java.io.IOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;

/**
 * Puts patched class files in the place of those that the program loads.
 *
 * <p>A class of the folder that the program does not have is an added one. It is defined when a patched class of its
 * package, or one that names it, is loaded, by the loader of that package and in the same protection domain, so it may
 * stand in a signed jar or a named module. A patched class whose added classes cannot be defined stays as it was.
 */
final class PatchedClasses implements ClassFileTransformer {
    private static final String SUFFIX = ".class";
    private static final int MAX_CLASSES = 10_000;
    private static final int CLASS_CONSTANT = 7;

    /** Class files by internal name. */
    private final Map<String, byte[]> classes;
    private final PatchReport report;
    private final ClassDefiner definer;
    private final Instrumentation instrumentation;
    /** Added classes by the loader that has them. */
    private final Map<ClassLoader, Set<String>> added = Collections.synchronizedMap(new WeakHashMap<>());

    private PatchedClasses(
            Map<String, byte[]> classes, PatchReport report, ClassDefiner definer, Instrumentation instrumentation) {
        this.classes = classes;
        this.report = report;
        this.definer = definer;
        this.instrumentation = instrumentation;
    }

    /** Reads a jar, or a folder of class files in subfolders by package, which then gets the report. */
    static PatchedClasses read(Path place, Instrumentation instrumentation) throws IOException {
        Map<String, byte[]> classes;
        if (Files.isRegularFile(place)) {
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                classes = classes(jar.getPath("/"));
            }
        } else {
            classes = classes(place);
        }
        return new PatchedClasses(classes, new PatchReport(place), ClassDefiner.open(instrumentation), instrumentation);
    }

    private static Map<String, byte[]> classes(Path folder) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(SUFFIX)).limit(MAX_CLASSES).toList()) {
                String name = folder.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
                classes.put(name.substring(0, name.length() - SUFFIX.length()), Files.readAllBytes(file));
            }
        }
        return classes;
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] old) {
        byte[] patched = name == null || redefined != null ? null : classes.get(name);
        if (patched == null) {
            return null;
        }
        try {
            if (prepare(loader, name, domain)) {
                report.patched(name, "loaded");
                return patched;
            }
        } catch (Throwable e) {
            report.refused(name, e.toString());
        }
        return null;
    }

    /** Redefines what the JVM has loaded already; a change of members is refused by the JVM. */
    void redefineLoaded() {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            String name = loaded.getName().replace('.', '/');
            byte[] patched = classes.get(name);
            if (patched == null || isAdded(loaded.getClassLoader(), name)) {
                continue;
            }
            try {
                if (prepare(loaded.getClassLoader(), name, loaded.getProtectionDomain())) {
                    instrumentation.redefineClasses(new ClassDefinition(loaded, patched));
                    report.patched(name, "redefined");
                }
            } catch (Throwable e) {
                report.refused(name, e.toString());
            }
        }
    }

    /** Defines the added classes of the package; returns false, with a report, where that is not possible. */
    private boolean prepare(ClassLoader loader, String name, ProtectionDomain domain) {
        if (loader == null) {
            report.refused(name, "a class of the JDK");
            return false;
        }
        List<String> missing = new ArrayList<>();
        for (String other : classes.keySet()) {
            if (packageOf(other).equals(packageOf(name)) && !other.equals(name) && !isAdded(loader, other)
                    && loader.getResource(other + SUFFIX) == null) {
                missing.add(other);
            }
        }
        for (String other : missing) {
            if (supertypes(other).contains(name)) {
                report.refused(other, "extends the patched " + name.replace('/', '.'));
                report.refused(name, "the added " + other.replace('/', '.') + " extends it");
                return false;
            }
        }
        for (String other : missing) {
            define(loader, other, domain, missing);
        }
        for (String other : named(name)) {
            boolean elsewhere = classes.containsKey(other) && !packageOf(other).equals(packageOf(name));
            if (elsewhere && !isAdded(loader, other) && loader.getResource(other + SUFFIX) == null) {
                defineElsewhere(loader, other, domain);
            }
        }
        return true;
    }

    /** Defines an added class by the loader of its package; to load a class of it here would leave that unpatched. */
    private void defineElsewhere(ClassLoader loader, String name, ProtectionDomain domain) {
        ClassLoader home = loader;
        List<String> missing = new ArrayList<>();
        for (String other : classes.keySet()) {
            if (packageOf(other).equals(packageOf(name)) && loader.getResource(other + SUFFIX) == null) {
                missing.add(other);
            }
            while (packageOf(other).equals(packageOf(name)) && home.getParent() != null
                    && home.getParent().getResource(other + SUFFIX) != null) {
                home = home.getParent();
            }
        }
        define(home, name, domain, missing);
    }

    /** Returns the classes that a patched class names. */
    private Set<String> named(String name) {
        ClassReader reader = new ClassReader(classes.get(name));
        Set<String> named = new HashSet<>();
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item > 0 && reader.readByte(item - 1) == CLASS_CONSTANT) {
                named.add(reader.readUTF8(item, buffer));
            }
        }
        return named;
    }

    /** Defines what it extends first. */
    private void define(ClassLoader loader, String name, ProtectionDomain domain, List<String> missing) {
        for (String supertype : supertypes(name)) {
            if (missing.contains(supertype)) {
                define(loader, supertype, domain, missing);
            }
        }
        if (!isAdded(loader, name)) {
            definer.define(loader, name, classes.get(name), domain);
            added.computeIfAbsent(loader, key -> Collections.synchronizedSet(new HashSet<>())).add(name);
            report.added(name);
        }
    }

    private List<String> supertypes(String name) {
        ClassReader reader = new ClassReader(classes.get(name));
        List<String> supertypes = new ArrayList<>(List.of(reader.getInterfaces()));
        supertypes.add(String.valueOf(reader.getSuperName()));
        return supertypes;
    }

    private boolean isAdded(ClassLoader loader, String name) {
        return loader != null && added.getOrDefault(loader, Set.of()).contains(name);
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }
}
