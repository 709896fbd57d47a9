package dev.perfhint.source.proof;

import com.github.javaparser.ast.Modifier;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Finds what a call runs: a JDK method, bodies whose source is visible, or unknown code. */
final class Callees {
    /**
     * The target of a call.
     *
     * @param bodies the visible methods it may run, by name and number of arguments
     * @param isFixed whether no subclass can put other code in their place; to know may take a look through all sources
     */
    record Target(JdkCalls.Kind kind, List<CallableDeclaration<?>> bodies, BooleanSupplier isFixed) {
        static Target jdk(JdkCalls.Kind kind) {
            return new Target(kind, List.of(), () -> true);
        }

        boolean fixed() {
            return isFixed.getAsBoolean();
        }

        boolean isVisible() {
            return !bodies.isEmpty();
        }
    }

    private final StaticTypes types;
    private final Predicate<String> extended;
    private final Hierarchy hierarchy;

    /** Tells of a class name whether the sources have a subclass. */
    Callees(StaticTypes types, Predicate<String> extended) {
        this.types = types;
        this.extended = extended;
        this.hierarchy = new Hierarchy(types);
    }

    /** Returns the constructors that a constructor may begin with. */
    List<CallableDeclaration<?>> of(ExplicitConstructorInvocationStmt call) {
        Optional<TypeDeclaration<?>> own = Declarations.enclosingType(call);
        Optional<TypeDeclaration<?>> type = call.isThis() ? own : own.map(types::superclass).flatMap(TypeRef::source);
        return type.map(t -> constructors(t, call.getArguments())).orElse(List.of());
    }

    private List<CallableDeclaration<?>> constructors(TypeDeclaration<?> type, List<Expression> arguments) {
        List<CallableDeclaration<?>> bodies = new ArrayList<>();
        type.getConstructors().stream().filter(c -> takes(c, arguments)).forEach(bodies::add);
        return bodies;
    }

    /** By number and, where both are known to be classes of the JDK, by type. */
    private boolean takes(CallableDeclaration<?> callable, List<Expression> arguments) {
        if (callable.getParameters().stream().anyMatch(Parameter::isVarArgs)) {
            return true;
        }
        if (callable.getParameters().size() != arguments.size()) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            Optional<Class<?>> given = types.of(arguments.get(i)).jdk();
            Optional<Class<?>> asked = types.ofDeclaration(callable.getParameter(i)).jdk();
            boolean differs = given.isPresent() && asked.isPresent() && !given.get().isPrimitive()
                    && !asked.get().isPrimitive() && !asked.get().isAssignableFrom(given.get());
            if (differs) {
                return false;
            }
        }
        return true;
    }

    Target of(MethodCallExpr call) {
        if (call.getNameAsString().equals("getClass") && call.getArguments().isEmpty()) {
            return Target.jdk(JdkCalls.Kind.HARMLESS);
        }
        if (call.getScope().isEmpty() || call.getScope().get().isThisExpr()) {
            return inEnclosing(call);
        }
        TypeRef scope = types.of(call.getScope().get());
        if (scope.jdk().isPresent()) {
            return Target.jdk(JdkCalls.of(scope.jdk().get(), call.getNameAsString()));
        }
        return scope.source().map(t -> in(t, call)).orElse(Target.jdk(JdkCalls.Kind.UNKNOWN));
    }

    Target of(ObjectCreationExpr creation) {
        TypeRef type = types.of(creation.getType());
        boolean ofInterface = type.jdk().filter(Class::isInterface).isPresent()
                || type.source().filter(t -> t instanceof ClassOrInterfaceDeclaration c && c.isInterface()).isPresent();
        if (ofInterface) {
            return Target.jdk(JdkCalls.Kind.HARMLESS);
        }
        if (type.jdk().isPresent()) {
            return Target.jdk(JdkCalls.of(type.jdk().get(), "<init>"));
        }
        if (type.source().isEmpty()) {
            boolean error = type.name().endsWith("Exception") || creation.getTypeAsString().endsWith("Exception");
            return Target.jdk(error ? JdkCalls.Kind.HARMLESS : JdkCalls.Kind.UNKNOWN);
        }
        List<CallableDeclaration<?>> bodies = constructors(type.source().get(), creation.getArguments());
        boolean implicit = type.source().get().getConstructors().isEmpty();
        return bodies.isEmpty() ? Target.jdk(implicit ? JdkCalls.Kind.HARMLESS : JdkCalls.Kind.UNKNOWN)
                : new Target(JdkCalls.Kind.HARMLESS, bodies, () -> true);
    }

    /** The innermost class that has or inherits a method of the name has the method that is meant. */
    private Target inEnclosing(MethodCallExpr call) {
        String name = call.getNameAsString();
        for (Optional<Node> at = call.getParentNode(); at.isPresent(); at = at.get().getParentNode()) {
            if (at.get() instanceof TypeDeclaration<?> type) {
                Target found = in(type, call);
                if (found.kind() == JdkCalls.Kind.HARMLESS || hierarchy.mayInherit(type, name)) {
                    return found;
                }
            } else if (hierarchy.hasInBody(at.get(), name)) {
                return Target.jdk(JdkCalls.Kind.UNKNOWN);
            }
        }
        return Target.jdk(JdkCalls.Kind.UNKNOWN);
    }

    private Target in(TypeDeclaration<?> type, MethodCallExpr call) {
        String name = call.getNameAsString();
        List<CallableDeclaration<?>> bodies = new ArrayList<>();
        boolean open = false;
        for (MethodDeclaration m : hierarchy.methods(type, name)) {
            boolean arity = takes(m, call.getArguments());
            if (arity && m.getBody().isPresent()) {
                bodies.add(m);
            }
            open |= arity && m.getBody().isEmpty() && Declarations.enclosingType(m).filter(t -> t == type).isPresent();
        }
        boolean overloaded = hierarchy.hasInPlatform(type, call, bodies);
        if (overloaded || open && !(type instanceof EnumDeclaration)) {
            return Target.jdk(JdkCalls.Kind.UNKNOWN);
        }
        boolean accessor = bodies.isEmpty() && type instanceof RecordDeclaration r
                && Declarations.field(r, name).isPresent();
        boolean ofEnum = bodies.isEmpty() && type instanceof EnumDeclaration
                && List.of("name", "ordinal", "values", "valueOf", "toString").contains(name);
        return accessor || ofEnum ? Target.jdk(JdkCalls.Kind.HARMLESS)
                : bodies.isEmpty() ? Target.jdk(JdkCalls.Kind.UNKNOWN)
                : new Target(JdkCalls.Kind.HARMLESS, bodies,
                        () -> bodies.stream().allMatch(b -> isFixed(type, (MethodDeclaration) b)));
    }

    /** A class that the sources do not extend is taken to have no subclass, unless it asks for one. */
    private boolean isFixed(TypeDeclaration<?> type, MethodDeclaration method) {
        // whether a class is extended takes a look through all sources: asked last
        return method.isStatic() || method.isPrivate() || method.isFinal() || !method.isProtected()
                && (type instanceof RecordDeclaration || type instanceof EnumDeclaration
                        || type instanceof ClassOrInterfaceDeclaration c && (c.isFinal() || !isOpen(c)));
    }

    boolean isExtended(TypeDeclaration<?> type) {
        return type instanceof ClassOrInterfaceDeclaration c && !c.isFinal() && isOpen(c);
    }

    private boolean isOpen(ClassOrInterfaceDeclaration type) {
        boolean sealed = type.hasModifier(Modifier.Keyword.SEALED);
        return type.isInterface() || type.isAbstract() || sealed
                || type.findCompilationUnit().stream()
                        .anyMatch(u -> isExtended(u.findAll(ClassOrInterfaceDeclaration.class), type)
                                || u.findFirst(ObjectCreationExpr.class, o -> o.getAnonymousClassBody().isPresent()
                                        && o.getType().getNameAsString().equals(type.getNameAsString())).isPresent())
                || !isExtendedInItsFileOnly(type) && extended.test(type.getNameAsString());
    }

    /** True for a class whose subclasses, if it has any, stand in its own file. */
    private static boolean isExtendedInItsFileOnly(ClassOrInterfaceDeclaration type) {
        boolean hidden = !type.getConstructors().isEmpty()
                && type.getConstructors().stream().allMatch(ConstructorDeclaration::isPrivate);
        return hidden || type.isPrivate() || type.isLocalClassDeclaration() || type.isCompact();
    }

    private static boolean isExtended(List<ClassOrInterfaceDeclaration> classes, TypeDeclaration<?> type) {
        return classes.stream().flatMap(c -> c.getExtendedTypes().stream())
                .anyMatch(t -> t.getNameAsString().equals(type.getNameAsString()));
    }

    static Optional<BlockStmt> body(CallableDeclaration<?> callable) {
        return callable instanceof MethodDeclaration m ? m.getBody()
                : callable instanceof ConstructorDeclaration c ? Optional.of(c.getBody()) : Optional.empty();
    }
}
