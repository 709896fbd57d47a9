package dev.perfhint.source.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Trace;
import dev.perfhint.source.fix.StreamTracer;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A small program of a test: its sources on disk, compiled by javac and run in this JVM.
 *
 * <p>Its recorded stack is the real one: the stack trace of the IOException that the kernel gives to the hot call.
 */
public final class Program {
    /** Every write to it fails. */
    public static final String FULL = "/dev/full";
    /** Every read at its start fails. */
    public static final String UNREADABLE = "/proc/self/mem";

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public |final |abstract )*(?:class|interface|enum|record) (\\w+)");

    public final Path sources;
    private final Path classes;
    private String mainClass = "";

    private Program(Path directory) {
        this.sources = directory.resolve("src");
        this.classes = directory.resolve("out");
    }

    /** Writes the texts, one file each, the first one's first type being the main class. */
    public static Program of(Path directory, String... texts) throws IOException {
        Program program = new Program(directory);
        for (String text : texts) {
            Matcher inPackage = PACKAGE.matcher(text);
            String packageName = inPackage.find() ? inPackage.group(1) + "." : "";
            Matcher type = TYPE.matcher(text);
            assertThat(type.find()).isTrue();
            String className = packageName + type.group(1);
            Path file = program.sources.resolve(className.replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
            if (program.mainClass.isEmpty()) {
                program.mainClass = className;
            }
        }
        return program;
    }

    public Program compiled() throws IOException {
        try (Stream<Path> all = Files.walk(sources)) {
            List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-proc:none", "-g"));
            all.filter(file -> file.toString().endsWith(".java")).map(Path::toString).sorted().forEach(arguments::add);
            Files.createDirectories(classes);
            StringWriter problems = new StringWriter();
            java.io.ByteArrayOutputStream errors = new java.io.ByteArrayOutputStream();
            int code = ToolProvider.getSystemJavaCompiler()
                    .run(null, errors, errors, arguments.toArray(String[]::new));
            assertThat(code).as(problems + errors.toString(StandardCharsets.UTF_8)).isZero();
        }
        return this;
    }

    /** Runs {@code main} and returns what it threw. */
    public Optional<Throwable> run(String... arguments) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            var main = loader.loadClass(mainClass).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) arguments);
            return Optional.empty();
        } catch (InvocationTargetException thrown) {
            return Optional.of(thrown.getCause());
        }
    }

    /** Returns the frames of the I/O call that failed, innermost first, up to {@code main}. */
    public List<CallSite> recordedStack(String argument) throws Exception {
        Throwable failure = run(argument).orElseThrow(() -> new AssertionError("nothing failed"));
        while (failure.getCause() != null) {
            failure = failure.getCause();
        }
        assertThat(failure).isInstanceOf(IOException.class);
        List<CallSite> frames = new ArrayList<>();
        for (StackTraceElement each : failure.getStackTrace()) {
            if (each.getClassName().startsWith("jdk.internal.reflect") || each.getMethodName().equals("invoke0")) {
                break;
            }
            frames.add(new CallSite(each.getClassName(), each.getMethodName(), Math.max(0, each.getLineNumber())));
        }
        return frames;
    }

    public Sources open() throws SourceException {
        return Sources.open(new SourceOptions(List.of(sources), Optional.empty(), List.of()));
    }

    public Trace trace(String argument) throws Exception {
        return new StreamTracer(open()).trace(recordedStack(argument));
    }

    /** Returns where the stream was created that failed: {@code a.Main.main: new FileOutputStream(args[0])}. */
    public String created(String argument) throws Exception {
        Trace trace = trace(argument);
        assertThat(trace.creation()).as(trace.note()).isPresent();
        Creation creation = trace.creation().get();
        return creation.className() + "." + creation.member() + ": "
                + lineOf(Files.readString(creation.file()), creation.line());
    }

    public String text(String file) throws IOException {
        return Files.readString(sources.resolve(file));
    }

    public static String lineOf(String text, int line) {
        return Arrays.asList(text.split("\\R")).get(line - 1).strip();
    }
}
