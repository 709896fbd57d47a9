package dev.perfhint.source.compile;

import dev.perfhint.source.patch.FileChange;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;

/**
 * Compiles changed source files against the classes of a running JVM, without a build and without annotation
 * processors.
 *
 * @param classes by internal name; empty if refused
 * @param refusal why a JVM cannot be given these classes
 */
public record ChangedClasses(Map<String, byte[]> classes, Optional<String> refusal) {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");
    private static final Pattern ERROR = Pattern.compile("([^/\\n]*\\.java):(\\d+): error: (.*)");
    private static final Pattern SYMBOL = Pattern.compile("\\n\\s+symbol:\\s+(.*)");

    /**
     * Compiles the files as they are after the change.
     *
     * @param changes of Java files
     * @param scratch an empty directory
     */
    public static ChangedClasses compile(List<FileChange> changes, RunningCode code, Path scratch) throws IOException {
        List<Path> files = new ArrayList<>();
        for (FileChange change : changes) {
            files.add(write(change, scratch.resolve("source")));
        }
        Path output = Files.createDirectories(scratch.resolve("classes"));
        Optional<String> failure = javac(files, code, output, encoding(changes));
        if (failure.isPresent()) {
            return refused("it does not compile against the running class path without a build: " + failure.get());
        }
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> all = Files.walk(output)) {
            for (Path file : all.filter(each -> each.toString().endsWith(".class")).toList()) {
                String name = output.relativize(file).toString().replace(File.separatorChar, '/');
                classes.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(file));
            }
        }
        Optional<String> unfit = unfit(classes, changes, code);
        return unfit.isPresent() ? refused(unfit.get()) : new ChangedClasses(classes, Optional.empty());
    }

    private static ChangedClasses refused(String why) {
        return new ChangedClasses(Map.of(), Optional.of(why));
    }

    /** Puts the new text into the directory of its package, which javac asks of no file, but its messages show. */
    private static Path write(FileChange change, Path root) throws IOException {
        Path directory = Files.createDirectories(root.resolve(packageOf(change).replace('.', '/')));
        return Files.write(directory.resolve(change.file().getFileName().toString()), change.after());
    }

    private static String packageOf(FileChange change) {
        Matcher named = PACKAGE.matcher(new String(change.after(), StandardCharsets.ISO_8859_1));
        return named.find() ? named.group(1) : "";
    }

    private static String encoding(List<FileChange> changes) {
        try {
            for (FileChange change : changes) {
                StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(change.after()));
            }
            return "UTF-8";
        } catch (CharacterCodingException other) {
            return "ISO-8859-1";
        }
    }

    /** Returns the first error; the second try is for sources that use the JDK's own packages, or words of today. */
    private static Optional<String> javac(List<Path> files, RunningCode code, Path output, String encoding)
            throws IOException {
        List<String> common = new ArrayList<>(List.of("-proc:none", "-implicit:none", "-nowarn", "-g", "-Xmaxerrs",
                "1", "-encoding", encoding, "-d", output.toString(), "-sourcepath", output.toString(), "-cp",
                code.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        files.forEach(file -> common.add(file.toString()));
        String first = run(code, List.of("--release", "" + code.release()), common);
        String second = first.isEmpty() ? "" : run(code, List.of("-source", "8", "-target", "8"), common);
        return second.isEmpty() ? Optional.empty() : Optional.of(error(first));
    }

    /** Returns what javac of the running JVM says, of this one where that has none; empty where it succeeds. */
    private static String run(RunningCode code, List<String> level, List<String> common) throws IOException {
        List<String> arguments = new ArrayList<>(level);
        arguments.addAll(common);
        Path javac = code.javaHome().resolve("bin/javac");
        boolean own = code.javaHome().equals(Path.of(System.getProperty("java.home")));
        Optional<JavaCompiler> compiler = Optional.ofNullable(ToolProvider.getSystemJavaCompiler());
        if (own && compiler.isPresent() || !Files.isExecutable(javac)) {
            ByteArrayOutputStream messages = new ByteArrayOutputStream();
            int status = compiler.orElseThrow(() -> new IOException("this Java runtime has no compiler: run perfhint on"
                    + " a JDK")).run(null, OutputStream.nullOutputStream(), messages, arguments.toArray(String[]::new));
            return status == 0 ? "" : "javac: " + messages.toString(StandardCharsets.UTF_8);
        }
        arguments.add(0, javac.toString());
        Process process = new ProcessBuilder(arguments).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String messages = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return process.waitFor() == 0 ? "" : "javac: " + messages;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String error(String messages) {
        Matcher error = ERROR.matcher(messages);
        if (!error.find()) {
            return messages.lines().findFirst().orElse("");
        }
        Matcher symbol = SYMBOL.matcher(messages);
        boolean named = symbol.find(error.end());
        return error.group(1) + ":" + error.group(2) + ": " + error.group(3) + (named ? ": " + symbol.group(1) : "")
                + " (annotation processors do not run)";
    }

    /** Returns why the running classes cannot be exchanged for these. */
    private static Optional<String> unfit(Map<String, byte[]> classes, List<FileChange> changes, RunningCode code)
            throws IOException {
        Set<String> added = new TreeSet<>();
        for (FileChange change : changes) {
            String top = internalName(change);
            if (change.create()) {
                added.add(top);
            } else if (classes.containsKey(top) && code.find(top).isEmpty()) {
                return Optional.of(code.relocated(top)
                        .map(moved -> top.replace('/', '.') + " runs as " + moved + ", to which a build renames it")
                        .orElse("no JVM of this command has " + top.replace('/', '.') + " on its class path"));
            }
        }
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            String name = each.getKey().replace('/', '.');
            Optional<byte[]> original = code.find(each.getKey());
            ClassShape changed = ClassShape.of(each.getValue());
            String above = changed.superName();
            while (added.contains(above)) { // between it and its superclass
                above = new ClassReader(classes.get(above)).getSuperName();
            }
            ClassShape seen = new ClassShape(above, changed.members());
            Optional<String> lost = original.flatMap(bytes -> ClassShape.of(bytes).lostIn(seen));
            if (lost.isPresent()) {
                return Optional.of(name + " fits other classes only after a build: " + lost.get());
            }
            String parent = new ClassReader(each.getValue()).getSuperName();
            if (added.contains(each.getKey()) && classes.containsKey(parent) && !added.contains(parent)) {
                return Optional.of("the added class " + name + " extends " + parent.replace('/', '.')
                        + ", which changes too");
            }
        }
        return Optional.empty();
    }

    /** Returns the name of the file's main class. */
    public static String internalName(FileChange change) {
        String simple = change.file().getFileName().toString().replaceFirst("\\.java$", "");
        String directory = packageOf(change).replace('.', '/');
        return directory.isEmpty() ? simple : directory + "/" + simple;
    }
}
