package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/** Runs what a class runs without being called: static initialisers at its first use, instance initialisers. */
final class Initialisers {
    private static final int MAXIMUM_DEPTH = 16;

    private final StaticTypes types;
    private final List<Expression> creations;
    private final ObjIntConsumer<Node> run;
    private final Set<Node> done = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Runs statements and expressions for what they could notice in the given states. */
    Initialisers(StaticTypes types, List<Expression> creations, ObjIntConsumer<Node> run) {
        this.types = types;
        this.creations = creations;
        this.run = run;
    }

    /** Runs what comes before a constructor's body, in the superclasses too. */
    int before(ObjectCreationExpr e, int in) {
        Optional<TypeDeclaration<?>> type = types.of(e.getType()).source();
        for (int depth = 0; type.isPresent() && depth < MAXIMUM_DEPTH && (in & Flow.DIRTY) != 0; depth++) {
            use(type.get(), in);
            members(type.get().getMembers(), false, in);
            if (type.get() instanceof RecordDeclaration r) {
                r.getCompactConstructors().forEach(c -> run.accept(c.getBody(), in));
            }
            if (depth > 0) {
                type.get().getConstructors().forEach(c -> run.accept(c.getBody(), in));
            }
            type = types.superclass(type.get()).source();
        }
        return in;
    }

    /** A use of a class that may be its first; the creating class and those around it run already. */
    void use(TypeDeclaration<?> type, int in) {
        boolean outer = creations.stream().anyMatch(c -> Declarations.isInside(c, type));
        if (!outer && (in & Flow.DIRTY) != 0 && done.add(type)) {
            members(type.getMembers(), true, in);
        }
    }

    /** A field may be a static one of another class. */
    void field(Expression e, int in) {
        if ((in & Flow.DIRTY) != 0 && e instanceof FieldAccessExpr access && !access.getScope().isThisExpr()
                && Declarations.of(access.getScope()).isEmpty()) {
            types.of(access.getScope()).source().ifPresent(t -> use(t, in));
        }
    }

    void members(List<BodyDeclaration<?>> members, boolean ofClass, int in) {
        for (BodyDeclaration<?> member : members) {
            if (member instanceof InitializerDeclaration i && i.isStatic() == ofClass) {
                run.accept(i.getBody(), in);
            } else if (member instanceof FieldDeclaration f && f.isStatic() == ofClass) {
                f.getVariables().forEach(v -> v.getInitializer().ifPresent(x -> run.accept(x, in)));
            }
        }
    }
}
