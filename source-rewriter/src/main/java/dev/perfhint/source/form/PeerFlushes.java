package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.nodeTypes.NodeWithStatements;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Waits;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.VariableElement;

/**
 * Finds the writes to a socket's stream after which the code waits, or is done, without a flush: with a buffer the
 * other side would wait for those bytes. Code is taken in the order of its text, methods that are called included.
 *
 * @param variables those that lead to the stream
 */
record PeerFlushes(Sources sources, Resolver resolver, Set<VariableElement> variables) {
    private static final int MAX_DEPTH = 2;
    private static final int MAX_CALLERS = 8;
    private static final int MAX_ADDED = 4;
    private static final Set<String> FLUSHES = Set.of("flush", "close");

    /** What the code does first after a write. */
    private enum Next { FLUSH, WAIT, NOTHING }

    static PeerFlushes of(Sources sources, TracedStream stream) {
        return new PeerFlushes(sources, Resolver.of(sources), stream.holders().stream().map(Holder::declaration)
                .flatMap(each -> Resolver.of(sources).variable(each).stream()).collect(Collectors.toSet()));
    }

    /** Looks at a stream that only the variable leads to. */
    static PeerFlushes of(Sources sources, VariableElement variable) {
        return new PeerFlushes(sources, Resolver.of(sources), Set.of(variable));
    }

    /** Returns the calls that write and that no flush follows. */
    List<MethodCallExpr> missing() {
        return variables.stream()
                .flatMap(variable -> resolver.uses(variable).stream())
                .flatMap(use -> write(use).stream()).filter(call -> after(call, 0) != Next.FLUSH).toList();
    }

    /** Returns the method that a write stands in. */
    static String name(MethodCallExpr write) {
        return Enclosing.body(write).orElseThrow() instanceof MethodDeclaration method
                ? method.getNameAsString() + "()" : "the code";
    }

    /**
     * Returns a flush after each group of the writes, ahead of what waits; empty where there is no place for one, or
     * the recorded call is a single write, which a buffer cannot make fewer.
     */
    List<Edit> added(List<MethodCallExpr> writes, Optional<Node> call) {
        Map<Statement, MethodCallExpr> groups = new IdentityHashMap<>();
        Set<Statement> alone = Collections.newSetFromMap(new IdentityHashMap<>());
        for (MethodCallExpr write : writes) {
            Optional<Statement> last = last(write).map(this::lastOfGroup);
            if (last.isEmpty() || last.get().findFirst(ReturnStmt.class).isPresent()) {
                return List.of();
            }
            boolean first = groups.put(last.get(), write) == null;
            if (first && !isLooped(write, last.get())) {
                alone.add(last.get());
            } else {
                alone.remove(last.get());
            }
        }
        boolean useless = alone.stream().anyMatch(each -> call.filter(it -> Enclosing.isAround(each, it)).isPresent());
        return useless || groups.size() > MAX_ADDED ? List.of()
                : groups.entrySet().stream().map(each -> note(each.getValue(), each.getKey())).toList();
    }

    /** Returns the last statement of the block with a write, as long as nothing between waits. */
    private Statement lastOfGroup(Statement statement) {
        Statement last = statement;
        List<Statement> following = ((BlockStmt) statement.getParentNode().orElseThrow()).getStatements().stream()
                .dropWhile(each -> each != statement).skip(1).toList();
        for (Statement next : following) {
            if (Waits.in(resolver, next)) {
                return last;
            }
            last = next.findFirst(MethodCallExpr.class, this::isOnStream).isPresent() ? next : last;
        }
        return last;
    }

    private boolean isLooped(Node write, Statement last) {
        return Enclosing.around(write).takeWhile(up -> up != last).anyMatch(NodeWithBody.class::isInstance)
                || last instanceof NodeWithBody<?> && Enclosing.isAround(last, write);
    }

    /** Returns the flush as it would be written after the statement of the write. */
    static Edit note(MethodCallExpr write) {
        return note(write, write.findAncestor(Statement.class).orElseThrow());
    }

    private static Edit note(MethodCallExpr write, Statement last) {
        SourceFile file = SourceFile.of(write);
        String stream = write.getScope().map(file::text).orElse("out");
        return file.insert(file.end(last), file.lineEnd() + file.indent(last) + stream + ".flush();");
    }

    /** Returns the call that writes: one on the variable, or one of unseen code that is given it. */
    private Optional<MethodCallExpr> write(Expression use) {
        Expression value = Enclosing.whole(use);
        return Enclosing.parent(value, MethodCallExpr.class)
                .filter(call -> isOnStream(call) ? !FLUSHES.contains(call.getNameAsString())
                        : call.getArguments().contains(value) && resolver.calledMethod(call).isEmpty());
    }

    private boolean isOnStream(MethodCallExpr call) {
        return call.getScope().flatMap(resolver::variable).filter(variables::contains).isPresent();
    }

    private Next after(Node write, int depth) {
        Node body = Enclosing.body(write).orElseThrow();
        Node inner = write;
        for (Node up = write; inner != body; up = up.getParentNode().orElseThrow()) {
            Next next = next(up, inner);
            if (next != Next.NOTHING) {
                return next;
            }
            inner = up;
        }
        List<Node> callers = Optional.of(body).filter(MethodDeclaration.class::isInstance).flatMap(resolver::method)
                .flatMap(method -> Callers.of(sources).of(method)).filter(each -> each.size() <= MAX_CALLERS)
                .orElse(List.of());
        List<Next> all = depth < MAX_DEPTH ? callers.stream().map(each -> after(each, depth + 1)).distinct().toList()
                : List.of();
        return all.size() == 1 ? all.get(0) : Next.NOTHING;
    }

    /** Returns what comes first in the node after its part {@code inner}; in a loop the next round does. */
    private Next next(Node node, Node inner) {
        if (node instanceof NodeWithStatements<?> block) {
            return first(block.getStatements().stream().dropWhile(each -> each != inner).skip(1).toList(), 0);
        }
        if (node instanceof NodeWithBody<?>) {
            return first(List.of(node), 0);
        }
        if (!(node instanceof TryStmt tried) || inner == tried.getFinallyBlock().orElse(null)) {
            return Next.NOTHING;
        }
        boolean closes = tried.getResources().stream().flatMap(each -> each.findAll(Node.class).stream())
                .anyMatch(each -> resolver.variable(each).filter(variables::contains).isPresent());
        return closes ? Next.FLUSH : first(tried.getFinallyBlock().map(List::<Node>of).orElse(List.of()), 0);
    }

    private Next first(List<? extends Node> code, int depth) {
        return code.stream().flatMap(each -> each.findAll(MethodCallExpr.class).stream())
                .map(call -> first(call, depth)).filter(next -> next != Next.NOTHING).findFirst().orElse(Next.NOTHING);
    }

    private Next first(MethodCallExpr call, int depth) {
        if (isOnStream(call)) {
            return FLUSHES.contains(call.getNameAsString()) ? Next.FLUSH : Next.NOTHING;
        }
        Next inside = depth == MAX_DEPTH ? Next.NOTHING
                : resolver.calledMethod(call).map(method -> first(List.of(method), depth + 1)).orElse(Next.NOTHING);
        return inside == Next.NOTHING && Waits.in(resolver, call) ? Next.WAIT : inside;
    }

    /** Returns the outermost statement of a block that holds the write, nothing that waits, and not the variable. */
    private Optional<Statement> last(MethodCallExpr write) {
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
        return catches || Waits.in(resolver, node) || node.findAll(Node.class).stream()
                .filter(each -> each instanceof VariableDeclarator)
                .anyMatch(each -> resolver.variable(each).filter(variables::contains).isPresent());
    }
}
