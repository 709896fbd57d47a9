package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.ThisExpr;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Examines a stream that lives in a private field, at each place where its owner is created.
 *
 * <p>There the owner is followed like a stream: its constructor and methods run where they are called. An owner that
 * nobody is seen to create, or that has no {@code close()}, is not proven closed.
 */
final class Owners {
    private Owners() {}

    static void examine(Subject subject, StreamGroup group, Events events, Doubts doubts, boolean output) {
        VariableDeclarator field = (VariableDeclarator) group.fields().get(0);
        Optional<TypeDeclaration<?>> owner = Declarations.enclosingType(field);
        FieldDeclaration declaration = Declarations.ancestor(field, FieldDeclaration.class).orElseThrow();
        if (owner.isEmpty() || group.fields().size() > 1) {
            doubts.add(OwnGuard.SAME_OBJECT, field, "the stream is kept in several fields");
            return;
        }
        if (!declaration.isPrivate() || declaration.isStatic()) {
            doubts.add(OwnGuard.SAME_OBJECT, field, "the field " + field.getNameAsString()
                    + (declaration.isStatic() ? " is static: nobody owns it" : " is not private"));
        }
        String name = owner.get().getNameAsString();
        leaks(field, owner.get(), doubts);
        boolean closeable = !owner.get().getMethodsByName("close").isEmpty();
        if (output && !closeable) {
            doubts.add(OwnGuard.CLOSED, field, name
                    + " has no close(): that the stream is closed on every path is not proven");
            reuse(owner.get(), events);
        }
        List<ObjectCreationExpr> sites = sites(subject, owner.get(), doubts);
        for (ObjectCreationExpr site : sites) {
            group.followOwner(site);
            events.flow().jumps = new Jumps();
            Prover.local(site, events, doubts, output, Optional.empty());
        }
        if (sites.isEmpty()) {
            doubts.add(output ? OwnGuard.CLOSED : OwnGuard.SOLE_READER, field, "no place that creates " + name
                    + " was seen: that it is always closed is not proven");
            methods(owner.get(), events);
        }
    }

    /** The stream is passed to the constructors of objects, which are followed where they are made. */
    static void borrow(StreamGroup group, Callees callees, Doubts doubts) {
        for (Node node : group.fields()) {
            VariableDeclarator field = (VariableDeclarator) node;
            FieldDeclaration declaration = Declarations.ancestor(field, FieldDeclaration.class).orElseThrow();
            if (!declaration.isPrivate() || declaration.isStatic() || group.fields().size() > 1) {
                doubts.add(OwnGuard.SAME_OBJECT, field, "the field " + field.getNameAsString()
                        + " is not a private one that keeps the stream alone");
            }
            Declarations.enclosingType(field).ifPresent(owner -> {
                leaks(field, owner, doubts);
                boolean made = group.keepers().stream()
                        .allMatch(k -> k.getType().getNameAsString().equals(owner.getNameAsString()));
                if (!made || callees.isExtended(owner)) {
                    doubts.add(OwnGuard.SAME_OBJECT, field, owner.getNameAsString()
                            + " may be extended, or others are made with the stream");
                }
            });
        }
        group.keepers().forEach(group::followOwner);
    }

    private static List<ObjectCreationExpr> sites(Subject subject, TypeDeclaration<?> owner, Doubts doubts) {
        Set<CompilationUnit> units = new LinkedHashSet<>(List.of(subject.unit()));
        subject.users().stream().filter(u -> u != subject.unit()).forEach(units::add);
        List<ObjectCreationExpr> sites = new ArrayList<>();
        for (CompilationUnit unit : units) {
            for (ObjectCreationExpr site : unit.findAll(ObjectCreationExpr.class)) {
                if (site.getType().getNameAsString().equals(owner.getNameAsString())) {
                    sites.add(site);
                    if (site.getAnonymousClassBody().isPresent()) {
                        doubts.add(OwnGuard.SAME_OBJECT, site, "a subclass of the owner is created");
                    }
                }
            }
            unit.findAll(ClassOrInterfaceDeclaration.class).stream()
                    .filter(c -> c.getExtendedTypes().stream()
                            .anyMatch(t -> t.getNameAsString().equals(owner.getNameAsString())))
                    .forEach(c -> doubts.add(OwnGuard.SAME_OBJECT, c, c.getNameAsString()
                            + " extends the owner of the stream"));
        }
        return sites;
    }

    /** The owner must not hand itself on, and its field must not be used through another object. */
    private static void leaks(VariableDeclarator field, TypeDeclaration<?> owner, Doubts doubts) {
        owner.findAll(FieldAccessExpr.class).stream()
                .filter(a -> a.getNameAsString().equals(field.getNameAsString()) && !a.getScope().isThisExpr())
                .forEach(a -> doubts.add(OwnGuard.SAME_OBJECT, a, "the field may be used through another object, "
                        + a.getScope()));
        owner.findAll(ThisExpr.class).stream()
                .filter(t -> !(t.getParentNode().orElse(null) instanceof FieldAccessExpr))
                .filter(t -> !(t.getParentNode().orElse(null) instanceof MethodCallExpr call
                        && call.getScope().filter(s -> s == t).isPresent()))
                .filter(t -> !(t.getParentNode().orElse(null) instanceof ReturnStmt))
                .filter(t -> !(t.getParentNode().orElse(null) instanceof SynchronizedStmt))
                .forEach(t -> doubts.add(OwnGuard.SAME_OBJECT, t, "the owner of the stream hands itself on"));
    }

    /** Without a close() nothing says when the owner ends, so any method may follow any other. */
    private static void reuse(TypeDeclaration<?> owner, Events events) {
        run(owner, events, Flow.CLOSED);
    }

    private static void methods(TypeDeclaration<?> owner, Events events) {
        run(owner, events, Flow.CLEAN | Flow.DIRTY | Flow.ABSENT);
    }

    private static void run(TypeDeclaration<?> owner, Events events, int entry) {
        for (CallableDeclaration<?> method : owner.getMethods()) {
            Callees.body(method).ifPresent(body -> {
                Flow flow = events.flow();
                flow.jumps = new Jumps();
                flow.run(body, entry);
            });
        }
    }
}
