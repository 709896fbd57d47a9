package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.Holder;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.proof.Mentions;
import dev.perfhint.source.resolve.Resolver;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Finds writes to a socket's stream in a field that no flush follows before the field's class reads on or is left.
 *
 * <p>A flush counts wherever it stands in the innermost loop that reads, or in a method that is called there; what is
 * not found so may leave a peer waiting for bytes that a buffer keeps.
 */
final class PeerFlushes {
    private static final int MAX_DEPTH = 4;
    private static final Set<String> FLUSHES = Set.of("flush", "close");
    private static final Set<String> INPUTS = Set.of("java.io.InputStream", "java.io.Reader", "java.io.DataInput");

    private final Sources sources;
    private final Resolver resolver;
    /** The variables that lead to the stream. */
    private final Set<VariableElement> variables = new HashSet<>();
    private final Set<Element> owners = new HashSet<>();

    private PeerFlushes(Sources sources, TracedStream stream) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        for (Holder holder : stream.holders()) {
            Optional<VariableElement> variable = resolver.variable(holder.declaration());
            variable.ifPresent(variables::add);
            variable.filter(each -> each.getKind().isField()).ifPresent(each -> owners.add(each.getEnclosingElement()));
        }
    }

    /** Returns a write that nobody flushes; empty where there is none, or no field keeps the stream. */
    static Optional<MethodCallExpr> missing(Sources sources, TracedStream stream) {
        PeerFlushes flushes = new PeerFlushes(sources, stream);
        return flushes.variables.stream()
                .filter(variable -> !flushes.owners.isEmpty())
                .flatMap(variable -> flushes.resolver.uses(variable).stream())
                .flatMap(use -> flushes.call(use).stream())
                .filter(call -> !FLUSHES.contains(call.getNameAsString()) && !flushes.isFlushed(call, 0))
                .findFirst();
    }

    /** Returns the method that a write stands in. */
    static String name(MethodCallExpr write) {
        return Enclosing.body(write).orElseThrow() instanceof MethodDeclaration method
                ? method.getNameAsString() + "()"
                : "the code";
    }

    /** Returns a flush behind the statement of a method's body that the write is part of. */
    static Edit added(MethodCallExpr write) {
        SourceFile file = SourceFile.of(write);
        Node body = Enclosing.body(write).orElseThrow();
        Node last = write;
        for (Node up = write; up != body; up = up.getParentNode().orElseThrow()) {
            last = up instanceof Statement && up.getParentNode().orElseThrow() != body ? up : last;
        }
        String stream = file.text(write.getScope().orElseThrow());
        return file.insert(
                file.end(last), file.lineEnd() + file.indent(last) + stream + ".flush(); // where a message ends");
    }

    /** Returns the call that is made on the variable. */
    private Optional<MethodCallExpr> call(Expression use) {
        Optional<Node> user = use.getParentNode().filter(FieldAccessExpr.class::isInstance)
                .flatMap(Node::getParentNode).or(use::getParentNode);
        return user.filter(MethodCallExpr.class::isInstance).map(MethodCallExpr.class::cast)
                .filter(call -> call.getScope().flatMap(resolver::variable).filter(variables::contains).isPresent());
    }

    private boolean isFlushed(Node write, int depth) {
        Node body = Enclosing.body(write).orElseThrow();
        for (Node up = write; up != body; up = up.getParentNode().orElseThrow()) {
            if (up instanceof NodeWithBody<?> && reaches(up, this::isFlush, 0)) {
                return true;
            }
            if (up instanceof NodeWithBody<?> && reaches(up, this::isRead, 0)) {
                return false;
            }
        }
        if (reaches(body, this::isFlush, 0)) {
            return true;
        }
        List<Node> callers = Optional.of(body).filter(MethodDeclaration.class::isInstance)
                .flatMap(resolver::method)
                .flatMap(each -> Mentions.of(sources).calls((TypeElement) each.getEnclosingElement(), each))
                .orElse(List.of());
        return depth < MAX_DEPTH && !callers.isEmpty() && callers.stream().allMatch(each -> isFlushed(each, depth + 1));
    }

    private boolean reaches(Node code, Predicate<MethodCallExpr> wanted, int depth) {
        return depth < MAX_DEPTH && code.findAll(MethodCallExpr.class).stream().anyMatch(call -> wanted.test(call)
                || resolver.calledMethod(call).filter(method -> reaches(method, wanted, depth + 1)).isPresent());
    }

    private boolean isFlush(MethodCallExpr call) {
        return FLUSHES.contains(call.getNameAsString())
                && call.getScope().flatMap(resolver::variable).filter(variables::contains).isPresent();
    }

    private boolean isRead(MethodCallExpr call) {
        return call.getScope().filter(scope -> INPUTS.stream().anyMatch(type -> resolver.isSubtype(scope, type)))
                .flatMap(resolver::variable).map(VariableElement::getEnclosingElement)
                .filter(owners::contains).isPresent() && !call.getNameAsString().equals("close");
    }
}
