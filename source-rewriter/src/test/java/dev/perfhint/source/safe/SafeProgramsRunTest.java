package dev.perfhint.source.safe;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Holder;
import dev.perfhint.source.Repair;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.TextEdits;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.form.Wrapping;
import dev.perfhint.source.resolve.Resolver;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the programs that are called safe, as they are and with the fix, and compares what is to be seen of them. */
class SafeProgramsRunTest {
    private static final int MAX_SECONDS = 20;
    /** What needs a peer or another thread, ends the JVM, tells the time, or writes where the test does not look. */
    private static final Pattern NOT_RUN = Pattern.compile("\\.exit\\(|halt\\(|ServerSocket|onExit|System\\.in|setOut|volatile"
            + "|\\.poll\\(|sleep\\(|nanoTime|(?:OutputStream|File|of|get)\\(\"");

    @Test
    void sameFilesOutputAndExceptionsWithTheFix(@TempDir Path directory) throws Exception {
        Map<String, String> programs = programs();
        Map<String, Boolean> inputs = new LinkedHashMap<>();
        Path before = directory.resolve("before");
        Path after = directory.resolve("after");
        for (Map.Entry<String, String> each : programs.entrySet()) {
            write(before, each.getKey(), each.getValue());
        }
        Sources sources = Sources.open(new SourceOptions(List.of(before), Optional.empty(), List.of()));
        for (Map.Entry<String, String> each : programs.entrySet()) {
            boolean input = each.getValue().startsWith("// IN");
            SourceFile file = sources.file(path(before, each.getKey(), each.getValue())).orElseThrow();
            Expression creation = FirstCreation.creation(file.unit(), input ? Repair.BUFFER_FILE_INPUT : Repair.BUFFER_FILE_OUTPUT);
            List<Holder> holders = creation.getParentNode()
                    .flatMap(node -> node instanceof AssignExpr assign
                            ? Resolver.of(sources).declarationOf(assign.getTarget()) : Optional.of(node))
                    .filter(VariableDeclarator.class::isInstance).map(VariableDeclarator.class::cast).stream()
                    .map(v -> new Holder(file, Enclosing.isField(v) ? Holder.Kind.FIELD : Holder.Kind.LOCAL, v,
                            v.getNameAsString(), 0))
                    .toList();
            TracedStream stream = new TracedStream(file, creation, false, List.of(), List.of(), holders);
            Optional<String> fixed = Wrapping.plan(sources, stream, !input, OptionalDouble.empty())
                    .filter(plan -> !plan.edits().isEmpty()).map(plan -> TextEdits.apply(file.text(), plan.edits()));
            if (fixed.isPresent()) {
                Files.createDirectories(path(after, each.getKey(), each.getValue()).getParent());
                Files.writeString(path(after, each.getKey(), each.getValue()), fixed.get());
                inputs.put(each.getKey(), input);
            }
        }
        compile(before);
        compile(after);
        int run = 0;
        List<String> different = new ArrayList<>();
        for (String each : inputs.keySet()) {
            Optional<Map<String, String>> was = observed(before, each, directory.resolve("work"));
            Optional<Map<String, String>> is = observed(after, each, directory.resolve("work"));
            if (!was.equals(is) && !was.equals(observed(before, each, directory.resolve("work")))) {
                // an archive holds the time of its entries, and two seconds have ended between the runs
                was = observed(before, each, directory.resolve("work"));
                is = observed(after, each, directory.resolve("work"));
            }
            run += was.isPresent() ? 1 : 0;
            if (!was.equals(is)) {
                different.add(programs.get(each) + was + is);
            }
        }
        assertThat(different).isEmpty();
        assertThat(run).isGreaterThan(40);
    }

    /** Returns the files of the programs by package. */
    private static Map<String, String> programs() throws Exception {
        Map<String, String> all = new LinkedHashMap<>();
        for (String program : ProgramsTest.programs()) {
            String head = program.substring(0, program.indexOf('\n'));
            String body = program.substring(program.indexOf('\n') + 1);
            boolean wanted = head.startsWith("+") && !head.matches("\\+ (SO|SI|PS) .*")
                    && !NOT_RUN.matcher(body).find();
            if (wanted) {
                all.put("p" + all.size(), (head.startsWith("+ IN ") ? "// IN\n" : "// OUT\n")
                        + ProgramsTest.text("p" + all.size(), body));
            }
        }
        return all;
    }

    private static void write(Path root, String name, String text) throws Exception {
        Files.createDirectories(path(root, name, text).getParent());
        Files.writeString(path(root, name, text), text);
    }

    private static Path path(Path root, String name, String text) {
        return root.resolve(name).resolve(ProgramsTest.name(text));
    }

    private static void compile(Path root) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", root.resolve("out").toString()));
        Files.createDirectories(root.resolve("out"));
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> file.toString().endsWith(".java")).map(Path::toString).forEach(arguments::add);
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(String[]::new));
        assertThat(code).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    /** Runs the method that opens the stream; empty if it asks for arguments that no value is at hand for. */
    private static Optional<Map<String, String>> observed(Path root, String name, Path work) throws Exception {
        clear(work);
        Files.write(work.resolve("file"), "a=1\nb=2\nsome text\n".repeat(50).getBytes(StandardCharsets.US_ASCII));
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task);
            made.setDaemon(true);
            return made;
        });
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Map<String, String> seen = new TreeMap<>();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {root.resolve("out").toUri().toURL()})) {
            Optional<Callable<Object>> call = call(loader, root, name, work);
            if (call.isEmpty()) {
                return Optional.empty();
            }
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Object result;
            try {
                result = thread.submit(call.get()).get(MAX_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException thrown) {
                Throwable cause = thrown.getCause() instanceof InvocationTargetException inner ? inner.getCause() : thrown.getCause();
                result = cause.getClass().getName() + ": " + cause.getMessage();
            }
            boolean plain = result == null || result instanceof String || result instanceof Number || result instanceof Boolean;
            seen.put("result", plain ? String.valueOf(result) : result.getClass().getSimpleName());
        } finally {
            System.setOut(out);
            thread.shutdownNow();
        }
        seen.put("printed", printed.toString(StandardCharsets.UTF_8).replaceAll("@[0-9a-f]+|\\d{6,}", "#"));
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                seen.put(work.relativize(file).toString(), Arrays.toString(Files.readAllBytes(file)));
            }
        }
        return Optional.of(seen);
    }

    private static void clear(Path work) throws Exception {
        if (Files.exists(work)) {
            try (Stream<Path> files = Files.walk(work)) {
                files.sorted(java.util.Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        }
        Files.createDirectories(work);
    }

    private static Optional<Callable<Object>> call(URLClassLoader loader, Path root, String name, Path work) throws Exception {
        Path classes = root.resolve("out").resolve(name);
        if (!Files.exists(classes)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file : files.sorted().toList()) {
                Class<?> type = loader.loadClass(name + "." + file.getFileName().toString().replace(".class", ""));
                for (Method method : type.isInterface() || type.isAnonymousClass() || type.isEnum()
                        ? new Method[0] : type.getDeclaredMethods()) {
                    boolean entry = List.of("run", "save", "main").contains(method.getName()) && !method.isSynthetic();
                    Optional<Object[]> arguments = entry ? arguments(method, work) : Optional.empty();
                    if (arguments.isPresent()) {
                        Object self = Modifier.isStatic(method.getModifiers()) ? null : instance(type);
                        method.setAccessible(true);
                        return Modifier.isStatic(method.getModifiers()) || self != null
                                ? Optional.of(() -> method.invoke(self, arguments.get())) : Optional.empty();
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Object instance(Class<?> type) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }

    private static Optional<Object[]> arguments(Method method, Path work) {
        List<Object> values = new ArrayList<>();
        for (Class<?> type : method.getParameterTypes()) {
            Object value = type == String.class ? work.resolve("file").toString()
                    : type == Path.class ? work.resolve("file")
                    : type == File.class ? work.resolve("file").toFile()
                    : type == byte[].class ? "several bytes to be written".getBytes(StandardCharsets.US_ASCII)
                    : type == byte[][].class ? new byte[][] {{1, 2}, {3}}
                    : type == int.class ? 5
                    : type == long.class ? 5L
                    : type == boolean.class ? (Object) true
                    : type == List.class || type == java.util.Collection.class || type == Iterable.class ? List.of()
                    : type == Map.class ? new java.util.HashMap<>()
                    : type == String[].class ? new String[] {work.resolve("file").toString()}
                    : null;
            if (value == null) {
                return Optional.empty();
            }
            values.add(value);
        }
        return Optional.of(values.toArray());
    }
}
