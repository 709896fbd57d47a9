package dev.perfhint.source.proof;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Repair;
import java.util.List;
import java.util.Set;

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
        CompilationUnit unit = parse(IMPORTS + types);
        return Prover.examine(Subject.of(unit, creation(unit, repair), repair));
    }

    /** Asks about a repair that trades something, which no code can prove. */
    static Outcome judge(Repair repair) {
        CompilationUnit unit = parse("class T { void run(Object log) { log.hashCode(); } }");
        return Prover.examine(Subject.of(unit, unit.findFirst(Expression.class).orElseThrow(), repair));
    }

    static CompilationUnit parse(String text) {
        return new JavaParser(new ParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_21).setTabSize(1))
                .parse(text)
                .getResult()
                .orElseThrow();
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
