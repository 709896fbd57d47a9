package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.FieldAccessExpr;

/** Examines a stream that lives in a field: all methods of its class may use it in any order. */
final class Owners {
    private Owners() {}

    static void examine(StreamGroup group, Events events, Doubts doubts, boolean output) {
        for (Node field : group.fields()) {
            VariableDeclarator variable = (VariableDeclarator) field;
            field.findAncestor(FieldDeclaration.class).filter(f -> !f.isPrivate()).ifPresent(f ->
                    doubts.add(Guard.SAME_OBJECT, field, "the field " + variable.getNameAsString() + " is not private"));
            throughOtherObjects(variable, doubts);
            Declarations.enclosingType(field).ifPresent(type -> methods(type, events, doubts));
            if (output) {
                doubts.add(Guard.CLOSED, field, "the field " + variable.getNameAsString()
                        + " stays open after the method that creates it: that its owner is always closed is not proven");
            }
        }
    }

    private static void throughOtherObjects(VariableDeclarator field, Doubts doubts) {
        field.findCompilationUnit().ifPresent(unit -> unit.findAll(FieldAccessExpr.class).stream()
                .filter(a -> a.getNameAsString().equals(field.getNameAsString()) && !a.getScope().isThisExpr())
                .forEach(a -> doubts.add(Guard.SAME_OBJECT, a, "the field may be used through another object, " + a.getScope())));
    }

    private static void methods(TypeDeclaration<?> type, Events events, Doubts doubts) {
        for (CallableDeclaration<?> method : type.findAll(CallableDeclaration.class).stream().map(c -> (CallableDeclaration<?>) c).toList()) {
            Callees.body(method).ifPresent(body -> {
                Flow flow = events.flow();
                flow.jumps = new Jumps();
                boolean creates = method.isConstructorDeclaration();
                flow.run(body, creates ? Flow.ABSENT : Flow.CLEAN | Flow.DIRTY | Flow.ABSENT);
            });
        }
    }
}
