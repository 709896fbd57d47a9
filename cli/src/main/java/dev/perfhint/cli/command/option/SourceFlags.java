package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.config.Config;
import dev.perfhint.cli.fix.FixProposal;
import dev.perfhint.cli.project.ProjectLayout;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options that say where the sources are and how to read them. */
public final class SourceFlags {
    @Option(names = "--source", paramLabel = "DIR",
            description = "Directory with Java sources, at any level above the packages, or a library's -sources.jar "
                    + "(read only); repeatable.")
    private List<String> roots = new ArrayList<>();

    @Option(names = "--classpath", paramLabel = "CP",
            description = "Jars and class directories that the sources compile against, separated as for java.")
    private String classpath;

    @Option(names = "--app-package", paramLabel = "P",
            description = "A package, with all below it, that is the application's; repeatable.")
    private List<String> appPackages = new ArrayList<>();

    @Option(names = "--encoding", paramLabel = "CHARSET", converter = CharsetName.class,
            description = "Character set of the sources (default: what the build file says, else UTF-8).")
    private Charset encoding;

    @Option(names = "--no-project",
            description = "Use no sources of the Maven, Gradle or IDE project in or above the working directory.")
    private boolean noProject;

    private Optional<ProjectLayout> project = Optional.empty();

    /**
     * Takes from the configuration what was not named on the command line, and the sources of the directory's project
     * where neither names any.
     */
    public void complete(Config config, Optional<Path> directory) {
        complete(config);
        if (roots.isEmpty() && !noProject) {
            project = directory.flatMap(ProjectLayout::of);
            project.ifPresent(found -> roots = found.sources().stream().map(Path::toString).toList());
        }
    }

    /** Prints which project the sources were taken from; nothing if they were named. */
    public void sayProject(Session session) {
        project.ifPresent(found -> session.tell("sources of " + found.root().resolve(found.buildFile()) + ": "
                + roots.size() + (roots.size() == 1 ? " directory" : " directories")
                + " (--no-project leaves them out)"));
    }

    /** Takes from the configuration what was not named on the command line. */
    void complete(Config config) {
        roots = roots.isEmpty() ? config.list(Config.Key.SOURCE) : roots;
        appPackages = appPackages.isEmpty() ? config.list(Config.Key.APP_PACKAGE) : appPackages;
        if (classpath == null && !config.list(Config.Key.CLASSPATH).isEmpty()) {
            classpath = String.join(File.pathSeparator, config.list(Config.Key.CLASSPATH));
        }
        appPackages.stream().filter(name -> !name.matches("[\\w$]+(\\.[\\w$]+)*")).findFirst().ifPresent(name -> {
            throw new CliException("--app-package '" + name + "' is no package: write it as in org.example");
        });
        if (encoding == null) {
            encoding = config.text(Config.Key.ENCODING).map(name -> new CharsetName().convert(name)).orElse(null);
        }
    }

    public List<String> appPackages() {
        return appPackages;
    }

    public boolean present() {
        return !roots.isEmpty();
    }

    public Optional<Sources> open() throws SourceException {
        return open(roots);
    }

    /** Opens other directories with the same class path and encoding; empty without any. */
    public Optional<Sources> open(List<String> others) throws SourceException {
        if (others.isEmpty()) {
            return Optional.empty();
        }
        List<Path> directories = others.stream().map(SourceFlags::directory).toList();
        return Optional.of(Sources.open(new SourceOptions(directories, Optional.ofNullable(encoding), libraries())));
    }

    /** Returns the options for a directory that stands for the sources where none are named. */
    public SourceOptions options(Path directory) {
        List<Path> directories = roots.isEmpty() ? List.of(directory)
                : roots.stream().map(SourceFlags::directory).toList();
        return new SourceOptions(directories, Optional.ofNullable(encoding), libraries());
    }

    /** Returns what the user says of the sources of a program that is run, and those of the project around. */
    public FixProposal.Given given() {
        List<Path> all = roots.stream().map(SourceFlags::directory).toList();
        return new FixProposal.Given(project.isPresent() ? List.of() : all, project.isPresent() ? all : List.of(),
                classpath == null ? List.of() : libraries(), Optional.ofNullable(encoding), appPackages);
    }

    private List<Path> libraries() {
        List<Path> libraries = new ArrayList<>();
        project.filter(found -> classpath == null).ifPresent(found -> libraries.addAll(found.libraries()));
        for (String entry : classpath == null ? new String[0] : classpath.split(File.pathSeparator)) {
            if (entry.endsWith("*")) {
                addJars(path(entry.substring(0, entry.length() - 1)), libraries);
            } else if (!entry.isEmpty()) {
                libraries.add(existing(path(entry)));
            }
        }
        return libraries;
    }

    private static void addJars(Path directory, List<Path> libraries) {
        File[] jars = directory.toAbsolutePath().toFile().listFiles((folder, name) -> name.endsWith(".jar"));
        if (jars == null) {
            throw new CliException("--classpath: " + directory + " is not a directory");
        }
        java.util.Arrays.sort(jars);
        for (File jar : jars) {
            libraries.add(jar.toPath());
        }
    }

    private static Path existing(Path entry) {
        if (!Files.exists(entry)) {
            throw new CliException("--classpath: there is no " + entry);
        }
        if (!Files.isDirectory(entry)) {
            if (!Files.isRegularFile(entry)) {
                throw new CliException("--classpath: " + entry + " is neither a directory nor a jar");
            }
            try (ZipFile jar = new ZipFile(entry.toFile())) {
                return entry;
            } catch (IOException e) {
                throw new CliException("--classpath: " + entry + " is neither a directory nor a readable jar");
            }
        }
        return entry;
    }

    private static Path directory(String name) {
        if (name.isEmpty()) {
            throw new CliException("--source is empty: write . for the current directory");
        }
        return path(name);
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new CliException("not a file name: " + name);
        }
    }

    /** Reads the name of a character set. */
    static final class CharsetName implements ITypeConverter<Charset> {
        @Override
        public Charset convert(String value) {
            try {
                return Charset.forName(value);
            } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
                throw new CliException("unknown character set '" + value + "'");
            }
        }
    }
}
