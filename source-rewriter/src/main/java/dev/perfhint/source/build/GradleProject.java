package dev.perfhint.source.build;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the text of a Gradle build script tells, in Groovy or Kotlin; nothing of it is run.
 *
 * <p>Knows literal versions, simple variables, {@code gradle.properties} and the version catalogue.
 */
final class GradleProject {
    private static final List<String> SCRIPTS = List.of("build.gradle", "build.gradle.kts");
    private static final String JAVA_VERSION =
            "[\"']?+(?:JavaVersion\\.(?:VERSION_|toVersion\\([\"']?+))?+(1[._]\\d+|\\d+)";
    // possessive throughout: what one part has matched no other part tries again, so that each search is one pass
    private static final List<Pattern> LEVELS = List.of(
            Pattern.compile("\\brelease\\s*+(?:\\.set\\(|=)\\s*+[\"']?+(\\d++)"),
            Pattern.compile("\\bsourceCompatibility(?:\\s*+(?:\\.set\\(|=)|\\s)\\s*+" + JAVA_VERSION),
            Pattern.compile("JavaLanguageVersion\\.of\\(\\s*+[\"']?+(\\d++)"),
            Pattern.compile("\\bjvmToolchain\\(\\s*+(\\d++)"));
    private static final Pattern ENCODING =
            Pattern.compile("\\bencoding\\s*+(?:[=(]\\s*+)?+[\"']([A-Za-z0-9._:-]++)[\"']");
    private static final Pattern VARIABLE = Pattern.compile("\\b(\\w++)\\s*+=\\s*+[\"']([^\"'\\n]++)[\"']");
    private static final Pattern COMPACT = Pattern.compile("[\"']([\\w.-]++):([\\w.-]++):([^\"'@:\\s]++)[\"':@]");
    private static final Pattern NAMED =
            Pattern.compile("group\\s*+[:=]\\s*+[\"']([\\w.-]++)[\"']\\s*+,\\s*+name\\s*+[:=]\\s*+"
            + "[\"']([\\w.-]++)[\"']\\s*+,\\s*+version\\s*+[:=]\\s*+[\"']?+([^\"',)\\s]++)");
    private static final Pattern PROJECT = Pattern.compile(
            "\\bproject\\(\\s*+(?:path\\s*+[:=]\\s*+)?+[\"']:([\\w.:-]++)[\"']|\\bprojects\\.([\\w.]++)");
    private static final Pattern CATALOGUE_ENTRY =
            Pattern.compile("\\s*+([\\w.-]++)\\s*+=\\s*+(?:\"([^\"]*+)\"|\\{([^}]*+)\\})\\s*+(?:#.*+)?+");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{?+(\\w++)\\}?+");
    private static final int MAX_VALUE_CHARS = 200;
    private static final int MAX_CONVENTIONS = 100;

    private final Path root;
    private final String text;
    private final Map<String, String> variables = new HashMap<>();

    private GradleProject(Path root, String text) {
        this.root = root;
        this.text = text;
    }

    /** Returns the build script of the directory, if there is one. */
    static Optional<Path> script(Path directory) {
        return SCRIPTS.stream().map(directory::resolve).filter(Files::isRegularFile).findFirst();
    }

    static GradleProject of(Path script) {
        Path root = root(script.getParent());
        GradleProject project = new GradleProject(root, uncommented(BuildFiles.read(script)));
        Matcher variable = VARIABLE.matcher(project.text + "\n" + (root.equals(script.getParent())
                ? "" : script(root).map(each -> uncommented(BuildFiles.read(each))).orElse("")));
        while (variable.find()) {
            project.define(variable.group(1), variable.group(2));
        }
        BuildFiles.read(root.resolve("gradle.properties")).lines()
                .map(line -> line.split("=", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> project.define(parts[0].strip(), parts[1].strip()));
        return project;
    }

    private void define(String name, String value) {
        if (value.length() <= MAX_VALUE_CHARS) {
            variables.putIfAbsent(name, value);
        }
    }

    private static Path root(Path directory) {
        return BuildFiles.upwards(directory)
                .filter(each -> BuildFiles.isTop(each) || isRoot(each)).findFirst().filter(GradleProject::isRoot)
                .orElse(directory);
    }

    private static boolean isRoot(Path directory) {
        return Files.isRegularFile(directory.resolve("settings.gradle"))
                || Files.isRegularFile(directory.resolve("settings.gradle.kts"));
    }

    /** Leaves comments out; two slashes behind a colon or a quote are part of an address or a text. */
    private static String uncommented(String script) {
        StringBuilder code = new StringBuilder(script.length());
        int last = script.lastIndexOf("*/");
        int at = 0;
        while (at < script.length()) {
            char before = at == 0 ? ' ' : script.charAt(at - 1);
            int end = at;
            if (at + 2 <= last && script.startsWith("/*", at)) {
                end = script.indexOf("*/", at + 2) + 2;
            } else if (script.startsWith("//", at) && ":\"'".indexOf(before) < 0) {
                int close = script.indexOf('\n', at);
                end = close < 0 ? script.length() : close;
            }
            if (end == at) {
                code.append(script.charAt(at++));
            }
            at = Math.max(at, end);
        }
        return code.toString();
    }

    /** Returns the source level as written: the script's own, else the build's convention plugins'. */
    Optional<String> level() {
        return level(text).or(() -> conventions().stream().flatMap(each -> level(each).stream()).findFirst());
    }

    private Optional<String> level(String script) {
        for (Pattern pattern : LEVELS) {
            Matcher level = pattern.matcher(interpolated(script));
            if (level.find()) {
                return Optional.of(level.group(1).replace('_', '.'));
            }
        }
        return Optional.empty();
    }

    Optional<String> encoding() {
        return encoding(text).or(() -> conventions().stream().flatMap(each -> encoding(each).stream()).findFirst());
    }

    private static Optional<String> encoding(String script) {
        Matcher encoding = ENCODING.matcher(script);
        return encoding.find() ? Optional.of(encoding.group(1)) : Optional.empty();
    }

    private List<String> conventions() {
        List<String> scripts = new ArrayList<>();
        for (String place : List.of("buildSrc", "build-logic", "buildSrc/convention", "build-logic/convention")) {
            for (String language : List.of("groovy", "kotlin")) {
                Path directory = root.resolve(place).resolve("src/main").resolve(language);
                if (!Files.isDirectory(directory)) {
                    continue;
                }
                try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.gradle*")) {
                    for (Path file : files) {
                        if (scripts.size() < MAX_CONVENTIONS) {
                            scripts.add(uncommented(BuildFiles.read(file)));
                        }
                    }
                } catch (IOException unreadable) {
                    // no convention then
                }
            }
        }
        scripts.sort(null);
        return scripts;
    }

    List<Coordinates> dependencies() {
        List<Coordinates> found = new ArrayList<>();
        for (Pattern pattern : List.of(COMPACT, NAMED)) {
            Matcher dependency = pattern.matcher(text);
            while (dependency.find()) {
                found.add(new Coordinates(dependency.group(1), dependency.group(2), interpolated(dependency.group(3))));
            }
        }
        if (text.contains("libs.")) {
            found.addAll(catalogue());
        }
        return found;
    }

    /** Every library of the catalogue: which alias a script uses does not matter for a class path. */
    private List<Coordinates> catalogue() {
        Map<String, String> entries = new HashMap<>();
        List<Coordinates> found = new ArrayList<>();
        for (String line : BuildFiles.read(root.resolve("gradle/libs.versions.toml")).split("\n")) {
            Matcher entry = CATALOGUE_ENTRY.matcher(line);
            if (!entry.matches()) {
                continue;
            }
            if (entry.group(2) == null) {
                String body = entry.group(3);
                String[] module = field(body, "module").split(":");
                String reference = field(body, "version\\.ref");
                String version = reference.isEmpty() ? field(body, "version") : entries.getOrDefault(reference, "");
                found.add(module.length == 2
                        ? new Coordinates(module[0], module[1], version)
                        : new Coordinates(field(body, "group"), field(body, "name"), version));
            } else if (entry.group(2).split(":").length == 3) {
                String[] parts = entry.group(2).split(":");
                found.add(new Coordinates(parts[0], parts[1], parts[2]));
            } else {
                entries.put(entry.group(1), entry.group(2));
            }
        }
        return found;
    }

    private static String field(String body, String name) {
        Matcher field = Pattern.compile("\\b" + name + "\\s*+=\\s*+\"([^\"]*+)\"").matcher(body);
        return field.find() ? field.group(1) : "";
    }

    /** Returns the directories of the projects of this build that it depends on. */
    List<Path> projects() {
        List<Path> found = new ArrayList<>();
        Matcher project = PROJECT.matcher(text);
        while (project.find()) {
            String path = project.group(1) != null
                    ? project.group(1).replace(':', '/')
                    : project.group(2).replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT)
                            .replace('.', '/');
            Stream.of(path, project.group(2) == null ? path : project.group(2).replace('.', '/'))
                    .map(name -> root.resolve(name).normalize())
                    .filter(each -> each.startsWith(root) && Files.isDirectory(each)).findFirst()
                    .ifPresent(found::add);
        }
        return found;
    }

    private String interpolated(String value) {
        return REFERENCE.matcher(value).replaceAll(match -> Matcher.quoteReplacement(
                variables.getOrDefault(match.group(1), match.group())));
    }
}
