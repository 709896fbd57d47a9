package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a stream that is created as an argument, and that nothing closes, the buffered resource of a {@code try} round
 * the call's statement.
 *
 * <p>Only where nothing else is called before the stream is created, and never {@code safe}.
 */
final class ArgumentResource {
    private ArgumentResource() {}

    static Optional<Plan> plan(Sources sources, TracedStream stream) {
        Expression creation = stream.creation();
        if (!stream.others().isEmpty() || !creation.isObjectCreationExpr()
                || !(creation.getParentNode().orElse(null) instanceof MethodCallExpr call)
                || !(call.getParentNode().orElse(null) instanceof ExpressionStmt statement)
                || !(statement.getParentNode().orElse(null) instanceof BlockStmt)
                || !isTakenAsStream(sources, call, creation) || !isFirst(call, creation)) {
            return Plan.none();
        }
        SourceFile file = stream.file();
        Imports imports = new Imports(sources);
        String type = imports.name(file, call, "java.io.OutputStream");
        String buffer = imports.name(file, call, "java.io.BufferedOutputStream");
        String name = Lines.fresh("out", file.text(Enclosing.body(call).orElseThrow()));
        String indent = file.indent(statement);
        List<Edit> edits = new ArrayList<>();
        edits.add(file.insert(file.start(statement), "try (" + type + " " + name + " = new " + buffer + "("
                + file.text(creation) + ")) {" + file.lineEnd() + indent + Lines.step(file, statement)));
        edits.add(file.replace(creation, name));
        edits.add(file.insert(file.end(statement), file.lineEnd() + indent + "}"));
        edits.addAll(imports.edits());
        return Optional.of(new Plan(
                "wrap the stream in a BufferedOutputStream, in a try-with-resources around "
                        + call.getNameAsString() + ", which does not close it",
                edits,
                List.of("the file is now closed when " + call.getNameAsString() + " returns; it stayed open",
                        "the other preconditions of the buffer are not checked with that change"),
                Applicability.UNSAFE,
                Effect.bytes(Effect.DEFAULT_BUFFER_BYTES, Effect.DEFAULT_BUFFER_BYTES)));
    }

    private static boolean isTakenAsStream(Sources sources, MethodCallExpr call, Expression creation) {
        int index = call.getArguments().indexOf(creation);
        return Resolver.of(sources).method(call)
                .filter(method -> index >= 0 && index < method.getParameters().size())
                .flatMap(method -> Resolver.of(sources).className(method.getParameters().get(index).asType()))
                .filter("java.io.OutputStream"::equals)
                .isPresent();
    }

    /** What stands before the stream in the call is a name or a constant: the order in which code runs stays. */
    private static boolean isFirst(MethodCallExpr call, Expression creation) {
        boolean plain = call.getScope().map(ArgumentResource::isPlain).orElse(true);
        for (Node argument : call.getArguments()) {
            if (argument == creation) {
                return plain && SourceFile.of(call).line(SourceFile.of(call).start(call))
                        == SourceFile.of(call).line(SourceFile.of(call).end(call));
            }
            plain &= isPlain((Expression) argument);
        }
        return false;
    }

    private static boolean isPlain(Expression expression) {
        return expression.isNameExpr() || expression.isFieldAccessExpr() || expression.isLiteralExpr()
                || expression.isThisExpr();
    }
}
