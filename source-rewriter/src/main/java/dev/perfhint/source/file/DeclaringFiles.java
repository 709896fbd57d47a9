package dev.perfhint.source.file;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the files that declare a class, by their names and places, and by the heads of few of them. */
final class DeclaringFiles {
    static final List<String> OTHER_LANGUAGES = List.of("kt", "scala", "groovy");

    private final SourceDisk disk;
    private final Map<String, List<Path>> declaring = new HashMap<>();
    private final Map<Path, Map<String, Path>> secondaryTypes = new HashMap<>();
    private final Map<String, Map<String, Path>> packageFiles = new HashMap<>();

    DeclaringFiles(SourceDisk disk) {
        this.disk = disk;
    }

    /** Returns the different files that declare the class, nested classes with {@code $}. */
    List<Path> of(String className) {
        List<Path> known = declaring.get(className);
        if (known == null) {
            known = lookUp(className);
            declaring.put(className, known);
        }
        return known;
    }

    private List<Path> lookUp(String className) {
        Optional<String> top = topLevelName(className);
        if (top.isEmpty()) {
            return List.of();
        }
        if (!top.get().equals(className)) {
            return of(top.get());
        }
        String simple = BinaryName.simple(className);
        String packageName = BinaryName.inPackage(className);
        Map<String, Path> byContent = new TreeMap<>();
        for (Path file
                : disk.index().named(simple + ".java").stream()
                        .sorted(Comparator.comparing(disk::isArchived)).toList()) {
            byte[] bytes = disk.bytes(file);
            if (packageName.equals(declaredPackage(file, bytes))) {
                byContent.putIfAbsent(Arrays.hashCode(bytes) + ":" + bytes.length, file);
            }
        }
        return withoutCopies(byContent.isEmpty()
                ? packageDirectories(packageName).stream()
                        .map(directory -> secondaryTypes(directory, packageName).get(simple))
                        .filter(file -> file != null).distinct() : byContent.values().stream().sorted());
    }

    /** Returns the Kotlin, Scala or Groovy file that seems to declare the class; such files are named, never edited. */
    Optional<Path> ofOtherLanguage(String className) {
        Optional<String> top = topLevelName(className);
        if (top.isEmpty()) {
            return Optional.empty();
        }
        String directory = BinaryName.inPackage(top.get()).replace('.', '/');
        String simple = BinaryName.simple(top.get());
        String facade = simple.endsWith("Kt") ? simple.substring(0, simple.length() - 2) : simple;
        for (String extension : OTHER_LANGUAGES) {
            for (String name : List.of(simple, facade)) {
                for (Path file : disk.index().named(name + "." + extension)) {
                    if (directory.isEmpty() || file.getParent().endsWith(directory) || extension.equals("kt")) {
                        return Optional.of(file);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the Java files in the directories that bear the package's name, one for each class, by simple name; a
     * class with two different files has none.
     */
    Map<String, Path> ofPackage(String packageName) {
        return packageFiles.computeIfAbsent(packageName, name -> Collections.unmodifiableMap(listed(name)));
    }

    private Map<String, Path> listed(String packageName) {
        Map<String, Path> files = new TreeMap<>();
        Set<String> twice = new HashSet<>();
        for (Path directory : packageDirectories(packageName)) {
            List<Path> own = disk.index().javaFiles(directory);
            if (own.isEmpty() || !packageName.equals(declaredPackage(own.get(0), disk.bytes(own.get(0))))) {
                continue;
            }
            for (Path file : own) {
                String name = file.getFileName().toString();
                String simple = name.substring(0, name.length() - ".java".length());
                if (files.putIfAbsent(simple, file) != null) {
                    twice.add(simple);
                }
            }
        }
        for (String simple : twice) {
            List<Path> different = of(packageName.isEmpty() ? simple : packageName + "." + simple);
            if (different.size() == 1) {
                files.put(simple, different.get(0));
            } else {
                files.remove(simple);
            }
        }
        return files;
    }

    /** A class that lies in a source directory is not looked for in jars. */
    private List<Path> withoutCopies(Stream<Path> files) {
        Map<Boolean, List<Path>> archived = files.collect(Collectors.partitioningBy(disk::isArchived));
        return archived.get(false).isEmpty() ? archived.get(true) : archived.get(false);
    }

    /** Returns the name without nested classes; empty and a warning where it is no class name at all. */
    private Optional<String> topLevelName(String className) {
        if (!BinaryName.isValid(className)) {
            BinaryName.complaint(className).ifPresent(disk.warnings()::add);
            return Optional.empty();
        }
        int dollar = className.indexOf('$', className.lastIndexOf('.') + 2);
        if (dollar < 0 || !disk.index().named(BinaryName.simple(className) + ".java").isEmpty()) {
            return Optional.of(className);
        }
        return Optional.of(className.substring(0, dollar));
    }

    private List<Path> packageDirectories(String packageName) {
        if (packageName.isEmpty()) {
            return disk.roots();
        }
        String path = packageName.replace('.', '/');
        return disk.index().directories(path.substring(path.lastIndexOf('/') + 1)).stream()
                .filter(directory -> directory.endsWith(path)).toList();
    }

    private Map<String, Path> secondaryTypes(Path directory, String packageName) {
        return secondaryTypes.computeIfAbsent(directory, key -> {
            Map<String, Path> types = new LinkedHashMap<>();
            for (Path file : disk.index().javaFiles(key)) {
                String text = new String(disk.bytes(file), disk.charset(file));
                DeclaredNames names = DeclaredNames.of(text);
                if (packageName.equals(names.packageName())) {
                    names.types().forEach(type -> types.putIfAbsent(type, file));
                }
            }
            return types;
        });
    }

    private String declaredPackage(Path file, byte[] bytes) {
        return DeclaredNames.of(new String(bytes, disk.charset(file))).packageName();
    }
}
