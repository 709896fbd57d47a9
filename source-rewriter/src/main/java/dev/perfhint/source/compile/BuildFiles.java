package dev.perfhint.source.compile;

import dev.perfhint.source.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a build file says about source level and dependencies, as far as text tells it; no build tool is run.
 *
 * <p>Dependencies are taken only where their jar is in the local Maven repository or Gradle cache already.
 */
public final class BuildFiles {
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
    private static final Pattern PARENT = Pattern.compile("<parent>(.*?)</parent>", Pattern.DOTALL);
    private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+)>([^<]*)</\\1>");
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
    private static final Pattern MAVEN_LEVEL = Pattern.compile(
            "<(?:maven\\.compiler\\.release|release|maven\\.compiler\\.source|source)>\\s*(?:1\\.)?(\\d+)\\s*</");
    private static final Pattern GRADLE_LEVEL = Pattern.compile(
            "(?:JavaLanguageVersion\\.of\\(|release(?:\\.set\\(|\\s*=\\s*)|sourceCompatibility\\s*=?\\s*[\"']?"
                    + "(?:JavaVersion\\.VERSION_)?(?:1[._])?)(\\d+)");
    private static final Pattern GRADLE_DEPENDENCY = Pattern.compile("[\"']([\\w.-]+):([\\w.-]+):([\\w.-]+)[\"']");
    private static final int DEEPEST = 6;

    private final Path mavenRepository = Path.of(System.getProperty("user.home"), ".m2", "repository");
    private final Path gradleCache =
            Path.of(System.getProperty("user.home"), ".gradle", "caches", "modules-2", "files-2.1");
    private final Set<String> visited = new HashSet<>();
    private final Set<Path> classPath;

    private BuildFiles(Set<Path> classPath) {
        this.classPath = classPath;
    }

    /** Returns the source level the nearest build file names, if the running compiler can be asked for it. */
    public static Optional<String> release(List<SourceFile> files, Path base) {
        for (Path build : buildFiles(files, base)) {
            boolean maven = build.endsWith("pom.xml");
            Matcher level = (maven ? MAVEN_LEVEL : GRADLE_LEVEL).matcher(read(build));
            if (level.find()) {
                int release = Integer.parseInt(level.group(1));
                return release >= 8 && release <= Runtime.version().feature()
                        ? Optional.of(String.valueOf(release))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Adds the jars of the declared dependencies and of theirs. */
    static void dependencies(List<SourceFile> files, Path base, Set<Path> classPath) {
        BuildFiles reader = new BuildFiles(classPath);
        for (Path build : buildFiles(files, base)) {
            if (build.endsWith("pom.xml")) {
                reader.pom(build, 0);
            } else {
                reader.gradle(read(build));
            }
        }
    }

    private static List<Path> buildFiles(List<SourceFile> files, Path base) {
        Set<Path> found = new java.util.LinkedHashSet<>();
        for (SourceFile file : files) {
            for (Path directory = file.path().getParent();
                    directory != null && directory.startsWith(base);
                    directory = directory.getParent()) {
                for (String name : List.of("pom.xml", "build.gradle", "build.gradle.kts")) {
                    if (Files.isRegularFile(directory.resolve(name))) {
                        found.add(directory.resolve(name));
                    }
                }
            }
        }
        return new ArrayList<>(found);
    }

    private void pom(Path pom, int depth) {
        if (depth > DEEPEST || !visited.add(pom.toString())) {
            return;
        }
        String text = read(pom);
        Map<String, String> properties = new HashMap<>();
        Map<String, String> managed = new HashMap<>();
        inherit(pom, text, properties, managed, 0);
        Matcher dependency = DEPENDENCY.matcher(withoutManagement(text));
        while (dependency.find()) {
            String body = dependency.group(1);
            String group = value(body, "groupId", properties);
            String artifact = value(body, "artifactId", properties);
            String version = value(body, "version", properties);
            if (version.isEmpty()) {
                version = managed.getOrDefault(group + ":" + artifact, "");
            }
            boolean wanted = depth == 0 || !List.of("test", "provided", "system").contains(value(body, "scope",
                    properties))
                    && !value(body, "optional", properties).equals("true");
            if (wanted) {
                artifact(group, artifact, version, depth);
            }
        }
    }

    private void artifact(String group, String artifact, String version, int depth) {
        Path directory = mavenRepository.resolve(group.replace('.', '/')).resolve(artifact).resolve(version);
        Path jar = directory.resolve(artifact + "-" + version + ".jar");
        if (!version.isEmpty() && Files.isRegularFile(jar) && classPath.add(jar)) {
            pom(directory.resolve(artifact + "-" + version + ".pom"), depth + 1);
        }
    }

    private void inherit(
            Path pom, String text, Map<String, String> properties, Map<String, String> managed, int depth) {
        Matcher parent = PARENT.matcher(text);
        if (depth < DEEPEST && parent.find()) {
            String body = parent.group(1);
            String relative = value(body, "relativePath", Map.of());
            Path inTree = pom.resolveSibling(relative.isEmpty() ? "../pom.xml" : relative).normalize();
            if (Files.isDirectory(inTree)) {
                inTree = inTree.resolve("pom.xml");
            }
            String artifact = value(body, "artifactId", Map.of());
            String version = value(body, "version", Map.of());
            Path inRepository = mavenRepository
                    .resolve(value(body, "groupId", Map.of()).replace('.', '/'))
                    .resolve(artifact)
                    .resolve(version)
                    .resolve(artifact + "-" + version + ".pom");
            Path found = Files.isRegularFile(inTree) && read(inTree).contains(artifact) ? inTree : inRepository;
            if (Files.isRegularFile(found)) {
                inherit(found, read(found), properties, managed, depth + 1);
            }
            properties.put("project.parent.version", version);
            properties.put("project.version", version);
            properties.put("project.groupId", value(body, "groupId", Map.of()));
        }
        Matcher property = PROPERTY.matcher(PARENT.matcher(DEPENDENCY.matcher(text).replaceAll("")).replaceAll(""));
        while (property.find()) {
            String name = property.group(1);
            properties.put(name.equals("version") || name.equals("groupId") ? "project." + name : name,
                    property.group(2).strip());
        }
        Matcher dependency = DEPENDENCY.matcher(text);
        while (dependency.find()) {
            String body = dependency.group(1);
            String version = value(body, "version", properties);
            if (!version.isEmpty()) {
                managed.put(
                        value(body, "groupId", properties) + ":" + value(body, "artifactId", properties), version);
            }
        }
    }

    private void gradle(String text) {
        Matcher dependency = GRADLE_DEPENDENCY.matcher(text);
        while (dependency.find()) {
            artifact(dependency.group(1), dependency.group(2), dependency.group(3), 0);
            Path directory = gradleCache
                    .resolve(dependency.group(1))
                    .resolve(dependency.group(2))
                    .resolve(dependency.group(3));
            String jar = dependency.group(2) + "-" + dependency.group(3) + ".jar";
            if (Files.isDirectory(directory)) {
                try (var hashes = Files.newDirectoryStream(directory)) {
                    for (Path hash : hashes) {
                        if (Files.isRegularFile(hash.resolve(jar))) {
                            classPath.add(hash.resolve(jar));
                        }
                    }
                } catch (IOException unreadable) {
                    // the jar then counts as missing, which the compile check reports
                }
            }
        }
    }

    private static String withoutManagement(String text) {
        return text.replaceAll("(?s)<dependencyManagement>.*?</dependencyManagement>", "")
                .replaceAll("(?s)<build>.*?</build>", "")
                .replaceAll("(?s)<profiles>.*?</profiles>", "");
    }

    private static String value(String body, String name, Map<String, String> properties) {
        Matcher matcher = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(body);
        String value = matcher.find() ? matcher.group(1).strip() : "";
        for (int i = 0; i < 4 && value.contains("${"); i++) {
            int start = value.indexOf("${");
            int end = value.indexOf('}', start);
            if (end < 0) {
                return "";
            }
            String replacement = properties.getOrDefault(value.substring(start + 2, end), "");
            value = value.substring(0, start) + replacement + value.substring(end + 1);
        }
        return value;
    }

    private static String read(Path file) {
        try {
            return COMMENT.matcher(Files.readString(file, StandardCharsets.ISO_8859_1)).replaceAll("");
        } catch (IOException unreadable) {
            return "";
        }
    }
}
