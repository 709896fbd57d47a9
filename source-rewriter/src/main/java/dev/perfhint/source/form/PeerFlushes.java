package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.hazard.HeldBytes;
import dev.perfhint.source.hazard.Outward;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/**
 * Finds the writes to a socket's stream after which the code waits, or is done, without a flush: with a buffer the
 * other side would wait for those bytes. Adds the flush after a message, or in a {@code finally} round its method where
 * that has several ways out.
 *
 * @param variables those that lead to the stream
 */
record PeerFlushes(Sources sources, Resolver resolver, Set<VariableElement> variables) {
    private static final int MAX_DEPTH = 2;
    private static final int MAX_CALLERS = 8;
    private static final int MAX_ADDED = 4;
    private static final Set<Outward> WAITING = EnumSet.of(Outward.READS, Outward.WAITS);

    /** The flushes that are added, and after which nodes. */
    record Added(List<Edit> edits, List<Node> after) {
        /** A method that does not wait for the peer itself may write several messages, or parts of one, in turn. */
        Effect effect(Resolver resolver) {
            List<Node> blind = after.stream()
                    .map(each -> each instanceof MethodDeclaration ? each : Enclosing.body(each).orElseThrow())
                    .filter(body -> !OutwardCalls.mayWait(resolver, body)).toList();
            return blind.isEmpty() ? Effect.EXPECTED : after.size() > 1 ? Effect.MESSAGES
                    : Effect.passes(SourceFile.of(blind.get(0)), blind.get(0).getBegin().orElseThrow().line,
                            blind.get(0).getEnd().orElseThrow().line);
        }
    }

    static PeerFlushes of(Sources sources, TracedStream stream) {
        return new PeerFlushes(sources, Resolver.of(sources), stream.holders().stream().map(Holder::declaration)
                .flatMap(each -> Resolver.of(sources).variable(each).stream()).collect(Collectors.toSet()));
    }

    /** Looks at a stream that only the variable leads to. */
    static PeerFlushes of(Sources sources, VariableElement variable) {
        return new PeerFlushes(sources, Resolver.of(sources), Set.of(variable));
    }

    /** Returns a call that writes and that no flush follows before the code waits or ends. */
    Optional<Node> missing(List<Node> flushed) {
        HeldBytes bytes = new HeldBytes(resolver, variables, Map.of(), flushed, null, true, false);
        for (Node root : roots()) {
            for (HeldBytes.Exit exit : bytes.run(root, null)) {
                if (exit.write() != null) {
                    return Optional.of(exit.write());
                }
            }
        }
        return bytes.met().stream().filter(each -> WAITING.contains(each.what())).map(HeldBytes.Met::write).findFirst();
    }

    /** Returns the methods that use the stream, or those that call these where they are known. */
    private Set<Node> roots() {
        Set<Node> roots = new LinkedHashSet<>();
        variables.stream().flatMap(each -> resolver.filesOf(each).stream()
                        .flatMap(file -> resolver.usesIn(file, each).stream()))
                .flatMap(use -> Enclosing.body(use).stream()).forEach(body -> climb(body, 0, roots));
        return roots;
    }

    private void climb(Node body, int depth, Set<Node> roots) {
        List<Node> calls = Optional.of(body).filter(MethodDeclaration.class::isInstance).flatMap(resolver::method)
                .flatMap(method -> Callers.of(sources).of(method)).filter(each -> each.size() <= MAX_CALLERS)
                .orElse(List.of()).stream().filter(call -> SourceFile.of(call) == SourceFile.of(body)).toList();
        List<Node> callers = calls.stream().filter(call -> !(call instanceof MethodReferenceExpr))
                .flatMap(call -> Enclosing.body(call).stream()).filter(each -> each != body).toList();
        if (callers.isEmpty() || callers.size() < calls.size() || depth == MAX_DEPTH) {
            roots.add(body);
        }
        if (depth < MAX_DEPTH) {
            callers.forEach(each -> climb(each, depth + 1, roots));
        }
    }

    /** Returns the method that a write stands in. */
    static String name(Node write) {
        return Enclosing.body(write).orElseThrow() instanceof MethodDeclaration method
                ? method.getNameAsString() + "()" : "the code";
    }

    /**
     * Returns the flushes without which the peer would wait; empty where there is no place for one, or the recorded
     * call is a single write, which a buffer cannot make fewer.
     */
    Optional<Added> added(Optional<Node> call) {
        List<Edit> edits = new ArrayList<>();
        List<Node> after = new ArrayList<>();
        Optional<Node> write = missing(after);
        while (write.isPresent() && after.size() < MAX_ADDED) {
            Optional<Statement> last = last(write.get()).map(this::lastOfGroup);
            Optional<BlockStmt> whole = last.filter(each -> hasSeveralWays(each, after)).isPresent()
                    || last.isEmpty() ? wholeBody(write.get()) : Optional.empty();
            Node place = whole.map(Node.class::cast).or(() -> last).orElse(null);
            boolean known = place == null || after.contains(place) || isReturn(place);
            if (known || call.filter(each -> Enclosing.isIn(each, place)).isPresent() && isSingle(place)) {
                return Optional.empty();
            }
            Optional<List<Edit>> added = whole.isPresent()
                    ? inFinally(write.get(), whole.get()) : Optional.of(List.of(flush(write.get(), last.get())));
            if (added.isEmpty()) {
                return Optional.empty();
            }
            edits.addAll(added.get());
            after.add(whole.map(each -> each.getParentNode().orElseThrow()).orElse(place));
            write = missing(after);
        }
        return write.isPresent() || edits.isEmpty() ? Optional.empty() : Optional.of(new Added(edits, after));
    }

    private static boolean isReturn(Node place) {
        return place instanceof Statement && !(place instanceof BlockStmt)
                && place.findFirst(ReturnStmt.class).isPresent();
    }

    /** Returns whether the method also ends, or has been flushed, elsewhere than after the statement. */
    private boolean hasSeveralWays(Statement last, List<Node> after) {
        Node body = Enclosing.body(last).orElseThrow();
        return after.stream().anyMatch(each -> Enclosing.isIn(each, body))
                || body.findAll(ReturnStmt.class).stream().anyMatch(each -> Enclosing.body(each).orElse(null) == body
                        && each.getBegin().orElseThrow().isBefore(last.getEnd().orElseThrow())
                        && writes(body).stream().anyMatch(write ->
                                write.getBegin().orElseThrow().isBefore(each.getBegin().orElseThrow())));
    }

    /** Returns the body of the method, where nothing in it waits and its end sees the stream. */
    private Optional<BlockStmt> wholeBody(Node write) {
        return Enclosing.body(write).filter(MethodDeclaration.class::isInstance)
                .flatMap(method -> ((MethodDeclaration) method).getBody())
                .filter(body -> !OutwardCalls.mayWait(resolver, body) && body.findAll(VariableDeclarator.class).stream()
                        .noneMatch(each -> resolver.variable(each).filter(variables::contains).isPresent()));
    }

    private Optional<List<Edit>> inFinally(Node write, BlockStmt body) {
        SourceFile file = SourceFile.of(write);
        return Lines.inFinally(file, body, body.getStatement(0), stream(write) + ".flush();");
    }

    private List<MethodCallExpr> writes(Node code) {
        return code.findAll(MethodCallExpr.class, call ->
                isOnStream(call) && !call.getNameAsString().matches("flush|close")
                        || call.getArguments().stream().anyMatch(each ->
                                resolver.variable(each).filter(variables::contains).isPresent()));
    }

    /** Returns whether the code writes only once. */
    private boolean isSingle(Node place) {
        Node around = place instanceof BlockStmt ? place : place.getParentNode().orElseThrow();
        List<MethodCallExpr> all = writes(around).stream()
                .filter(each -> !each.getBegin().orElseThrow().isAfter(place.getEnd().orElseThrow())).toList();
        return all.size() < 2 && all.stream().noneMatch(each -> Enclosing.around(each)
                .takeWhile(up -> up != around).anyMatch(NodeWithBody.class::isInstance));
    }

    /** Returns the last statement of the block with a write, as long as nothing between waits. */
    private Statement lastOfGroup(Statement statement) {
        Statement last = statement;
        List<Statement> following = ((BlockStmt) statement.getParentNode().orElseThrow()).getStatements().stream()
                .dropWhile(each -> each != statement).skip(1).toList();
        for (Statement next : following) {
            if (OutwardCalls.mayWait(resolver, next)) {
                return last;
            }
            last = writes(next).isEmpty() ? last : next;
        }
        return last;
    }

    private static Edit flush(Node write, Statement last) {
        SourceFile file = SourceFile.of(write);
        return file.insert(file.end(last), file.lineEnd() + file.indent(last) + stream(write) + ".flush();");
    }

    private static String stream(Node write) {
        return write instanceof MethodCallExpr call && call.getScope().isPresent()
                ? SourceFile.of(write).text(call.getScope().get()) : "out";
    }

    private boolean isOnStream(MethodCallExpr call) {
        return call.getScope().flatMap(resolver::variable).filter(variables::contains).isPresent();
    }

    /** Returns the outermost statement of a block that holds the write, nothing that waits, and not the variable. */
    private Optional<Statement> last(Node write) {
        Node body = Enclosing.body(write).orElseThrow();
        Optional<Statement> last = Optional.empty();
        for (Node up = write; up != body && !holdsMore(up); up = up.getParentNode().orElseThrow()) {
            boolean inBlock = up instanceof Statement && up.getParentNode().orElseThrow() instanceof BlockStmt;
            last = inBlock ? Optional.of((Statement) up) : last;
        }
        return last;
    }

    /** A flush after the {@code try} would throw where its {@code catch} does not catch it. */
    private boolean holdsMore(Node node) {
        boolean catches = node instanceof TryStmt tried && !tried.getCatchClauses().isEmpty();
        return catches || OutwardCalls.mayWait(resolver, node) || Stream.of(node)
                .flatMap(each -> each.findAll(VariableDeclarator.class).stream())
                .anyMatch(each -> resolver.variable(each).filter(variables::contains).isPresent());
    }
}
