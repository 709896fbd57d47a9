package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ReturnStmt;
import dev.perfhint.source.CreationStack;
import dev.perfhint.source.Holder;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The expression that was seen to create a stream, and the calls on the way to it. It decides between the streams that
 * may reach a call, and stands for itself where none was found.
 */
final class ObservedCreation {
    /** Said of a stream that was not followed from its creation to the call. */
    static final String NOT_FOLLOWED = "the stream is created here in the observed run; how it reaches the call is not"
            + " in the analyzed code";
    private static final int MAX_STEPS = 64;

    private final Sources sources;
    private final List<List<Node>> calls = new ArrayList<>();
    private Optional<Expression> creation = Optional.empty();

    ObservedCreation(Sources sources, CreationStack seen) {
        this.sources = sources;
        if (seen.frames().isEmpty()) {
            return;
        }
        CallStack stack = new CallStack(sources, seen.frames());
        for (Optional<Integer> frame = stack.withSource(0); frame.isPresent();
                frame = stack.withSource(frame.get() + 1)) {
            List<Node> here = stack.calls(frame.get());
            List<Expression> made = creation.isPresent() ? List.of() : made(here);
            creation = creation.or(() -> made.size() == 1 ? Optional.of(made.get(0))
                    : made.size() == seen.count() ? Optional.of(made.get(seen.ordinal())) : Optional.empty());
            calls.add(made.isEmpty() ? here : List.copyOf(creation.stream().toList()));
        }
    }

    private List<Expression> made(List<Node> nodes) {
        return nodes.stream().filter(Expression.class::isInstance).map(Expression.class::cast)
                .filter(each -> kind(each).isPresent())
                .sorted(Comparator.comparing(each -> each.getBegin().orElseThrow())).toList();
    }

    private Optional<String> kind(Expression expression) {
        return RawStreams.kind(sources, expression, RawStreams.Way.BOTH);
    }

    /** Returns those of the origins that are on the observed stack; what was seen itself where none is. */
    List<Origin> settled(List<Origin> found) {
        List<Origin> seen = found.stream().filter(each -> !each.boundary() && isSeen(each.node())).toList();
        return !seen.isEmpty() ? seen : alone().map(List::of).orElse(found);
    }

    /** Returns the observed creation as an origin; empty without source, and where a buffer stands round it now. */
    Optional<Origin> alone() {
        return creation.map(each -> origin())
                .filter(each -> each.path().wrappers().stream().noneMatch(by -> RawStreams.buffers(by.type())));
    }

    private boolean isSeen(Node node) {
        return calls.stream().flatMap(List::stream).anyMatch(call -> call == node);
    }

    private Origin origin() {
        Expression node = creation.orElseThrow();
        SourceFile file = SourceFile.of(node);
        return new Origin(file, node, kind(node).orElseThrow(), Activation.detached(file,
                Enclosing.body(node).orElse(node)), path(node), false);
    }

    /** Goes from the creation to the first variable, through wrappers and methods that return the stream. */
    private TraceStep path(Expression node) {
        List<TraceStep> steps = new ArrayList<>();
        Resolver resolver = Resolver.of(sources);
        Node value = node;
        for (int i = 0; i < MAX_STEPS; i++) {
            Node up = value.getParentNode().orElse(value);
            Node inner = value;
            if (up instanceof ObjectCreationExpr wrapper && Enclosing.indexOf(wrapper.getArguments(), inner) >= 0) {
                steps.add(TraceStep.START.unpack(new Wrapper(SourceFile.of(wrapper), wrapper,
                        resolver.className(wrapper.getType()).orElse(wrapper.getType().getNameWithScope()))));
                value = up;
            } else if (up instanceof Expression passing && ValueIndex.passedOn(passing).stream()
                    .anyMatch(each -> each == inner) && !(up instanceof AssignExpr)) {
                value = up;
            } else if (up instanceof ReturnStmt && Enclosing.body(up).orElse(up) instanceof MethodDeclaration method) {
                steps.add(held(method, Holder.Kind.RETURNED, method.getNameAsString()));
                Optional<Node> call = calls.stream().flatMap(List::stream)
                        .filter(each -> each instanceof MethodCallExpr called
                                && called.getNameAsString().equals(method.getNameAsString())).findFirst();
                if (call.isEmpty()) {
                    break;
                }
                value = call.get();
            } else {
                declaration(up, inner, resolver).ifPresent(to -> steps.add(held(to, Enclosing.isField(to)
                        ? Holder.Kind.FIELD : Holder.Kind.LOCAL, to.getNameAsString())));
                break;
            }
        }
        Collections.reverse(steps);
        TraceStep path = TraceStep.START;
        for (TraceStep step : steps) {
            path = step.wrapper().isPresent() ? path.unpack(step.wrapper().get()) : path.held(step.holder().get());
        }
        return path;
    }

    private static Optional<VariableDeclarator> declaration(Node up, Node value, Resolver resolver) {
        if (up instanceof VariableDeclarator variable) {
            return Optional.of(variable);
        }
        return up instanceof AssignExpr assign && assign.getValue() == value
                ? resolver.declarationOf(assign.getTarget()).filter(VariableDeclarator.class::isInstance)
                        .map(VariableDeclarator.class::cast)
                : Optional.empty();
    }

    private static TraceStep held(Node declaration, Holder.Kind kind, String name) {
        return TraceStep.START.held(new Holder(SourceFile.of(declaration), kind, declaration, name, 0));
    }
}
