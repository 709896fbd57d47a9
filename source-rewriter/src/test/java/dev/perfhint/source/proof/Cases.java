package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Assumptions;
import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceException;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.SourceOptions;
import dev.perfhint.source.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the prover on source text: the first creation of a raw stream in it is the one to be wrapped. */
final class Cases {
    private static final String IMPORTS = """
            import java.io.*;
            import java.nio.file.*;
            import java.net.Socket;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.zip.*;
            """;

    private Cases() {}

    /** Proves a method body that stands in a class with the given other members. */
    static Outcome output(String body, String members) {
        return prove("class T { void run(String file, byte[] data, List<String> lines) throws Exception {\n" + body
                + "\n}\n" + members + "\n}",
                Repair.BUFFER_FILE_OUTPUT);
    }

    static Outcome output(String body) {
        return output(body, "");
    }

    static Outcome input(String body) {
        return prove("class T { int run(String file, OutputStream sink) throws Exception {\n" + body
                + "\n}\n}", Repair.BUFFER_FILE_INPUT);
    }

    static Outcome prove(String types, Repair repair) {
        return proveText(IMPORTS + types, repair, List.of());
    }

    /** Proves a whole file, in sources that have no other. */
    static Outcome proveText(String text, Repair repair, List<Path> classpath) {
        Matcher type = Pattern.compile("(?:class|record|interface|enum) (\\w+)").matcher(text);
        return alone((type.find() ? type.group(1) : "T") + ".java", text, classpath, (sources, file) -> prove(sources, file, repair));
    }

    /** Asks about a file in sources that have no other, and are gone afterwards. */
    private static Outcome alone(String name, String text, List<Path> classpath, BiFunction<Sources, Path, Outcome> question) {
        try {
            Path directory = Files.createTempDirectory("cases");
            Path file = Files.writeString(directory.resolve(name), text);
            try {
                return question.apply(Sources.open(new SourceOptions(List.of(directory), Optional.empty(), classpath)), file);
            } finally {
                Files.delete(file);
                Files.delete(directory);
            }
        } catch (IOException | SourceException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static Outcome prove(Sources sources, Path file, Repair repair) {
        SourceFile source = sources.file(file).orElseThrow();
        return Prover.examine(new PlannedWrap(sources, source, creation(source.unit(), repair), List.of(), repair, Set.of(), List.of(),
                Assumptions.DEFAULTS));
    }

    /** Asks about a repair that trades something, which no code can prove. */
    static Outcome judge(Repair repair) {
        return alone("T.java", "class T { void run(Object log) { log.hashCode(); } }", List.of(), (sources, file) -> {
            SourceFile source = sources.file(file).orElseThrow();
            return Prover.examine(new PlannedWrap(sources, source, source.unit().findFirst(Expression.class).orElseThrow(),
                    List.of(), repair, Set.of(), List.of(), Assumptions.DEFAULTS));
        });
    }

    /** Returns the first creation of a raw stream that the repair is about. */
    static Expression creation(CompilationUnit unit, Repair repair) {
        List<Expression> all = unit.findAll(Expression.class, e -> is(e, repair));
        return all.get(0);
    }

    private static boolean is(Expression e, Repair repair) {
        Set<String> constructed = switch (repair) {
            case BUFFER_FILE_OUTPUT -> Set.of("FileOutputStream");
            case BUFFER_FILE_INPUT -> Set.of("FileInputStream");
            case BUFFER_PRINT_STREAM -> Set.of("PrintStream");
            default -> Set.of();
        };
        Set<String> called = switch (repair) {
            case BUFFER_FILE_OUTPUT -> Set.of("newOutputStream");
            case BUFFER_FILE_INPUT -> Set.of("newInputStream");
            case BUFFER_SOCKET_OUTPUT -> Set.of("getOutputStream");
            case BUFFER_SOCKET_INPUT -> Set.of("getInputStream");
            default -> Set.of();
        };
        return e.isObjectCreationExpr() && constructed.contains(e.asObjectCreationExpr().getType().getNameAsString())
                || e.isMethodCallExpr() && called.contains(e.asMethodCallExpr().getNameAsString());
    }
}
