package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Tracing;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/**
 * Finds what may change a file while it is read: in the methods that use it, on the recorded stack, in what these call
 * meanwhile, and by handles for writing that are opened before.
 */
final class InputChanges {
    private static final int MAX_BODIES = 200;

    private InputChanges() {}

    /** Returns a line for each call that may change a file after the creation. */
    static Set<String> of(Sources sources, FixRequest request, Expression creation, FileUses uses) {
        Resolver resolver = Resolver.of(sources);
        Set<String> found = new LinkedHashSet<>();
        for (Node body : uses.bodies()) {
            boolean creates = creation.findAncestor(CallableDeclaration.class).filter(each -> each == body).isPresent();
            int line = creates ? creation.getBegin().orElseThrow().line : 0;
            add(sources, body, creation, line, found);
            Set<Node> units = identity(body.findCompilationUnit().stream().toList());
            for (Node each : called(resolver, body, line, identity(uses.bodies()))) {
                add(sources, each, creation, 0, found);
                each.findCompilationUnit().ifPresent(units::add);
            }
            units.forEach(unit -> FileOpenings.in(sources, unit, creation).stream()
                    .filter(call -> isKept(resolver, call, creation)).map(FileOpenings::describe).forEach(found::add));
        }
        for (CallSite frame : request.frames()) {
            Tracing.methodOf(sources, frame)
                    .filter(body -> !uses.bodies().contains(body))
                    .ifPresent(body -> add(sources, body, creation, frame.line(), found));
        }
        return found;
    }

    /** Returns whether the call opens a file for writing that a field keeps, or a local that is used further on. */
    private static boolean isKept(Resolver resolver, Expression call, Expression creation) {
        Optional<VariableElement> variable = call.getParentNode().flatMap(parent -> parent instanceof AssignExpr assign
                ? resolver.variable(assign.getTarget())
                : parent instanceof VariableDeclarator ? resolver.variable(parent) : Optional.empty());
        int line = creation.getBegin().orElseThrow().line;
        return resolver.isSubtype(call, "java.lang.AutoCloseable")
                && variable.filter(v -> v.getKind() == ElementKind.FIELD || resolver.uses(v).stream()
                        .anyMatch(use -> call.findAncestor(CallableDeclaration.class)
                                .equals(creation.findAncestor(CallableDeclaration.class))
                                && use.getBegin().orElseThrow().line > line)).isPresent();
    }

    private static Set<Node> identity(Collection<? extends Node> nodes) {
        Set<Node> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(nodes);
        return all;
    }

    /** Returns the methods of the sources that the body calls behind the line, and those that these call. */
    private static Set<Node> called(Resolver resolver, Node body, int line, Set<Node> seen) {
        Set<Node> all = identity(List.of());
        for (Expression call : body.findAll(Expression.class, e -> e.isMethodCallExpr() || e.isObjectCreationExpr())) {
            Optional<Node> target = seen.size() < MAX_BODIES && FileOpenings.mayFollow(call, line, body)
                    ? resolver.method(call).flatMap(resolver::declaration) : Optional.empty();
            if (target.filter(seen::add).isPresent()) {
                all.add(target.get());
                all.addAll(called(resolver, target.get(), 0, seen));
            }
        }
        return all;
    }

    private static void add(Sources sources, Node body, Expression creation, int line, Set<String> found) {
        FileOpenings.in(sources, body, creation).stream()
                .filter(call -> FileOpenings.mayFollow(call, line, body))
                .map(FileOpenings::describe)
                .forEach(found::add);
    }
}
