package dev.perfhint.source.trace;

import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;

/** Separates calls that fill a buffer which an object keeps, as its own buffering, from those that read one value. */
public final class KeptBuffers {
    private KeptBuffers() {}

    /**
     * Returns whether a call of that method in that line is given an array or buffer that is a field; empty where the
     * source is not there or the line has no such call.
     */
    public static Optional<Boolean> isGiven(Optional<Sources> sources, String className, int line, String method) {
        Optional<TypeDeclaration<?>> type = sources.flatMap(known -> known.declaration(className));
        List<MethodCallExpr> calls = type.map(found -> found.findAll(MethodCallExpr.class,
                call -> call.getNameAsString().equals(method)
                        && call.getName().getBegin().filter(begin -> begin.line == line).isPresent()))
                .orElse(List.of());
        return calls.isEmpty() ? Optional.empty() : Optional.of(calls.stream()
                .flatMap(call -> call.getArguments().stream())
                .anyMatch(argument -> isKept(Resolver.of(sources.orElseThrow()), argument)));
    }

    private static boolean isKept(Resolver resolver, Expression argument) {
        boolean buffer = resolver.isSubtype(argument, "java.nio.Buffer")
                || resolver.type(argument).filter(type -> type.toString().equals("byte[]")).isPresent();
        return buffer && resolver.declarationOf(argument)
                .flatMap(declared -> declared.getParentNode()).filter(FieldDeclaration.class::isInstance).isPresent();
    }
}
