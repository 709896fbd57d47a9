package dev.perfhint.source.build;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A POM with its parents, as far as they lie on this machine: properties, managed versions, dependencies.
 *
 * <p>Profiles and plugins' own logic are not evaluated.
 */
public final class MavenProject {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_IMPORTS = 200;
    private static final Set<String> NOT_INHERITED = Set.of("test", "provided", "system");

    private final Path pom;
    private final LocalArtifacts artifacts;
    /** The project itself, then its parents. */
    private final List<XmlElement> lineage = new ArrayList<>();
    private final Map<String, String> properties = new HashMap<>();
    /** The bills of materials that were imported on behalf of one project: each counts once. */
    private final Set<Coordinates> imported;
    private Map<String, String> managed;

    /** @param optional whether only the project that declares it gets it */
    record Dependency(Coordinates artifact, String scope, boolean optional) {
        /** Returns whether a project that depends on the declaring one gets it too. */
        boolean isInherited() {
            return !optional && !NOT_INHERITED.contains(scope);
        }
    }

    private MavenProject(Path pom, LocalArtifacts artifacts, Set<Coordinates> imported) {
        this.pom = pom;
        this.artifacts = artifacts;
        this.imported = imported;
    }

    /** Reads a POM and those of its parents that lie on this machine. */
    public static MavenProject of(Path pom, LocalArtifacts artifacts) {
        return of(pom, artifacts, new HashSet<>());
    }

    private static MavenProject of(Path pom, LocalArtifacts artifacts, Set<Coordinates> imported) {
        MavenProject project = new MavenProject(pom, artifacts, imported);
        project.readLineage();
        project.readProperties();
        return project;
    }

    private void readLineage() {
        Path file = pom;
        for (int i = 0; i < MAX_DEPTH; i++) {
            XmlElement each = XmlElement.parse(BuildFiles.read(file)).at("project").orElse(XmlElement.parse(""));
            lineage.add(each);
            Optional<Path> parent = parent(file, each);
            if (parent.isEmpty()) {
                return;
            }
            file = parent.get();
        }
    }

    private Optional<Path> parent(Path file, XmlElement project) {
        Optional<XmlElement> parent = project.at("parent");
        if (parent.isEmpty()) {
            return Optional.empty();
        }
        String relative = parent.get().at("relativePath").map(XmlElement::text).orElse("../pom.xml");
        Path inTree = file.resolveSibling(relative).normalize();
        if (Files.isDirectory(inTree)) {
            inTree = inTree.resolve("pom.xml");
        }
        boolean same = !relative.isEmpty() && staysInside(file, inTree) && XmlElement.parse(BuildFiles.read(inTree))
                .at("project")
                .filter(each -> each.value("artifactId").equals(parent.get().value("artifactId"))).isPresent();
        return same
                ? Optional.of(inTree)
                : artifacts.pom(new Coordinates(
                        parent.get().value("groupId"), parent.get().value("artifactId"),
                        parent.get().value("version")));
    }

    /** Returns whether the other file belongs to the same repository, or neither lies in one. */
    private static boolean staysInside(Path file, Path other) {
        return BuildFiles.top(file).map(other.toAbsolutePath().normalize()::startsWith).orElse(true);
    }

    private void readProperties() {
        for (XmlElement each : lineage) {
            each.at("properties").ifPresent(all ->
                    all.children().forEach(property -> properties.putIfAbsent(property.name(), property.text())));
        }
        XmlElement own = lineage.get(0);
        for (String name : List.of("groupId", "version")) {
            String inherited = own.at("parent").map(parent -> parent.value(name)).orElse("");
            String value = own.value(name).isEmpty() ? inherited : own.value(name);
            properties.put("project." + name, value);
            properties.put("pom." + name, value);
            properties.put("project.parent." + name, inherited);
        }
        properties.put("project.artifactId", own.value("artifactId"));
        properties.put("project.basedir", String.valueOf(pom.getParent()));
    }

    /** Bills of materials are large: they are read only where a dependency has no version of its own. */
    private Map<String, String> managed() {
        if (managed == null) {
            managed = new HashMap<>();
            lineage.forEach(this::readManaged);
        }
        return managed;
    }

    /** The nearest entry counts; a bill of materials is read where it stands. */
    private void readManaged(XmlElement project) {
        List<XmlElement> entries = project.allAt("dependency", "dependencyManagement", "dependencies");
        List<Coordinates> imports = new ArrayList<>();
        for (XmlElement entry : entries) {
            Coordinates artifact = coordinates(entry);
            if (value(entry, "scope").equals("import")) {
                imports.add(artifact);
            } else {
                managed.putIfAbsent(artifact.groupAndName(), artifact.version());
            }
        }
        for (Coordinates bill : imports) {
            if (imported.size() < MAX_IMPORTS && imported.add(bill)) {
                artifacts.pom(bill).ifPresent(file ->
                        of(file, artifacts, imported).managed().forEach(managed::putIfAbsent));
            }
        }
    }

    Coordinates coordinates() {
        return new Coordinates(
                resolved("${project.groupId}"), lineage.get(0).value("artifactId"), resolved("${project.version}"));
    }

    /** Returns the directories of the modules, those of profiles included; empty for a project without. */
    public List<Path> modules() {
        XmlElement project = lineage.get(0);
        return Stream.concat(Stream.of(project), project.allAt("profile", "profiles").stream())
                .flatMap(each -> each.allAt("module", "modules").stream())
                .map(module -> pom.resolveSibling(resolved(module.text())).normalize()).distinct().toList();
    }

    /** Returns the directories of sources and of test sources, as named or by Maven's convention. */
    public List<Path> sourceDirectories() {
        return List.of(directory("sourceDirectory", "src/main/java"),
                directory("testSourceDirectory", "src/test/java"));
    }

    private Path directory(String name, String convention) {
        String named = lineage.stream()
                .flatMap(each -> each.at("build", name).stream())
                .map(element -> resolved(element.text()))
                .filter(path -> !path.isEmpty() && !path.contains("${")).findFirst().orElse(convention);
        return pom.toAbsolutePath().resolveSibling(named).normalize();
    }

    /** Returns the declared dependencies, those of the parents included. */
    List<Dependency> dependencies() {
        List<Dependency> result = new ArrayList<>();
        for (XmlElement project : lineage) {
            for (XmlElement each : project.allAt("dependency", "dependencies")) {
                Coordinates stated = coordinates(each);
                String version = stated.version().isEmpty()
                        ? managed().getOrDefault(stated.groupAndName(), "") : stated.version();
                result.add(new Dependency(new Coordinates(stated.group(), stated.name(), version),
                        value(each, "scope"), value(each, "optional").equals("true")));
            }
        }
        return result;
    }

    /** Returns the source level as written, {@code 17} or {@code 1.8}. */
    Optional<String> level() {
        return stated(compiler("release"), property("maven.compiler.release"), compiler("source"),
                property("maven.compiler.source"), property("java.version"));
    }

    Optional<String> encoding() {
        return stated(compiler("encoding"), property("encoding"), property("project.build.sourceEncoding"),
                property("maven.compiler.encoding"));
    }

    private static Optional<String> stated(String... values) {
        return Stream.of(values).filter(value -> !value.isEmpty() && !value.contains("${")).findFirst();
    }

    private String property(String name) {
        return resolved(properties.getOrDefault(name, ""));
    }

    /** Returns a setting of the compiler plugin, the nearest first. */
    private String compiler(String setting) {
        return lineage.stream()
                .flatMap(project -> Stream.of(project.allAt("plugin", "build", "plugins"),
                        project.allAt("plugin", "build", "pluginManagement", "plugins")))
                .flatMap(List::stream)
                .filter(plugin -> plugin.value("artifactId").equals("maven-compiler-plugin"))
                .flatMap(plugin -> plugin.at("configuration").map(each -> value(each, setting)).stream())
                .filter(value -> !value.isEmpty()).findFirst().orElse("");
    }

    private Coordinates coordinates(XmlElement element) {
        return new Coordinates(value(element, "groupId"), value(element, "artifactId"), value(element, "version"));
    }

    private String value(XmlElement element, String name) {
        return resolved(element.value(name));
    }

    private String resolved(String value) {
        String result = value;
        for (int i = 0; i < MAX_DEPTH && result.contains("${"); i++) {
            int start = result.indexOf("${");
            int end = result.indexOf('}', start);
            String name = end < 0 ? "" : result.substring(start + 2, end);
            if (!properties.containsKey(name)) {
                return result;
            }
            result = result.substring(0, start) + properties.get(name) + result.substring(end + 1);
        }
        return result;
    }
}
