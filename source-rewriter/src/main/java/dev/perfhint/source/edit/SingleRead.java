package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.Holder;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds a file that is opened anew for each read of it, which no buffer makes fewer: only shown. */
final class SingleRead {
    private static final Set<String> MOVES_NO_BYTES =
            Set.of("seek", "length", "getFilePointer", "position", "size", "close");

    private SingleRead() {}

    static Optional<Plan> plan(Sources sources, TracedStream stream) {
        boolean local = stream.holders().size() == 1 && stream.holders().get(0).kind() == Holder.Kind.LOCAL
                && stream.holders().get(0).declaration() instanceof VariableDeclarator
                && stream.others().isEmpty() && stream.wrappers().isEmpty();
        return local && isReadOnce(Resolver.of(sources), stream)
                ? Optional.of(Plan.sketch("keep the file open, or what was read from it", edits(stream),
                        "the file is read once each time it is opened: a buffer would save nothing"))
                : Plan.none();
    }

    private static List<Edit> edits(TracedStream stream) {
        Expression creation = stream.creation();
        String opened = creation instanceof NodeWithArguments<?> call && call.getArguments().isNonEmpty()
                ? "opened.get(" + stream.file().text(call.getArgument(0)) + ")"
                : "opened";
        return List.of(
                Sketches.note(creation, "opened, a map of the files that stay open: when are they closed?"),
                stream.file().replace(creation, opened));
    }

    private static boolean isReadOnce(Resolver resolver, TracedStream stream) {
        List<MethodCallExpr> reads = new ArrayList<>();
        for (Expression use : resolver.names((VariableDeclarator) stream.holders().get(0).declaration())) {
            Node parent = use.getParentNode().orElseThrow();
            if (parent instanceof MethodCallExpr call && call.getScope().filter(scope -> scope == use).isPresent()) {
                String name = call.getNameAsString();
                if (name.startsWith("read")) {
                    reads.add(call);
                } else if (!MOVES_NO_BYTES.contains(name)) {
                    return false;
                }
            } else if (!(parent instanceof BinaryExpr)
                    && !(parent instanceof AssignExpr assign && assign.getTarget() == use)) {
                return false;
            }
        }
        return reads.size() == 1 && runsOnce(resolver, reads.get(0), stream.creation());
    }

    /** Returns whether the call is made once for each creation, but for the repetition until its array is full. */
    private static boolean runsOnce(Resolver resolver, MethodCallExpr call, Node creation) {
        for (Node up = call.getParentNode().orElseThrow(); !Enclosing.isAround(up, creation);
                up = up.getParentNode().orElseThrow()) {
            if (up instanceof NodeWithBody<?> && !fills(resolver, up, call)) {
                return false;
            }
        }
        return Enclosing.body(call).orElseThrow() == Enclosing.body(creation).orElseThrow();
    }

    /** Returns whether the loop goes on until one array is full, and does not look at it before. */
    private static boolean fills(Resolver resolver, Node loop, MethodCallExpr read) {
        if (read.getArguments().size() != 3 || !(read.getArgument(0) instanceof NameExpr array)) {
            return false;
        }
        boolean kept = resolver.declarationOf(array)
                .filter(declared -> !Enclosing.isAround(loop, declared)).isPresent();
        boolean seen = resolver.variable(array).map(resolver::uses).orElse(List.of()).stream()
                .filter(use -> use != array && Enclosing.isAround(loop, use))
                .anyMatch(use -> !(use.getParentNode().orElseThrow() instanceof FieldAccessExpr));
        boolean shrinks = read.getArgument(2).findAll(NameExpr.class).stream()
                .flatMap(name -> resolver.variable(name).stream())
                .anyMatch(left -> loop.findAll(AssignExpr.class).stream()
                        .anyMatch(assign -> resolver.variable(assign.getTarget()).filter(left::equals).isPresent()));
        return kept && !seen && shrinks;
    }
}
