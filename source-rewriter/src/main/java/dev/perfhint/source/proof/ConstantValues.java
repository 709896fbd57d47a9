package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import dev.perfhint.source.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Finds the constants that an expression may have as its value.
 *
 * <p>Follows locals, private and final fields, parameters of constructors and of methods that only their package can
 * call, and what the constants of an enum were made with. A field that was not set yet is not counted.
 */
public final class ConstantValues {
    private static final int MAX_DEPTH = 8;

    private final Mentions mentions;
    private final Resolver resolver;
    private final ValueIndex index;
    private final Set<Node> asked = TypestateRun.identitySet();

    private ConstantValues(Sources sources) {
        this.mentions = Mentions.of(sources);
        this.resolver = Resolver.of(sources);
        this.index = ValueIndex.of(sources);
    }

    /** Returns whether the expression has the value wherever it is evaluated. */
    public static boolean is(Sources sources, Expression e, Object value) {
        return new ConstantValues(sources).of(e, 0).filter(Set.of(value)::equals).isPresent();
    }

    /** Returns all values; empty where one of them is no constant. */
    private Optional<Set<Object>> of(Expression e, int depth) {
        Optional<Object> constant = resolver.constant(e);
        if (constant.isPresent()) {
            return Optional.of(Set.of(constant.get()));
        }
        boolean joined = e instanceof AssignExpr assign && assign.getOperator() != AssignExpr.Operator.ASSIGN;
        if (depth > MAX_DEPTH || joined) {
            return Optional.empty();
        }
        List<Expression> passedOn = ValueIndex.passedOn(e);
        if (!passedOn.isEmpty()) {
            return all(passedOn, depth + 1);
        }
        if (e instanceof MethodCallExpr call) {
            return call.getScope().flatMap(this::enumConstant).flatMap(made -> ofEnum(call, made, depth));
        }
        return e.isNameExpr() || e.isFieldAccessExpr()
                ? resolver.variable(e).flatMap(v -> of(v, depth + 1)) : Optional.empty();
    }

    private Optional<Set<Object>> all(List<Expression> values, int depth) {
        Set<Object> all = new LinkedHashSet<>();
        for (Expression value : values) {
            Optional<Set<Object>> each = of(value, depth);
            if (each.isEmpty()) {
                return each;
            }
            all.addAll(each.get());
        }
        return Optional.of(all);
    }

    private Optional<Set<Object>> of(VariableElement variable, int depth) {
        Optional<Node> declaration = resolver.declaration(variable);
        if (declaration.isEmpty() || isOpen(variable)) {
            return Optional.empty();
        }
        if (!asked.add(declaration.get())) {
            return Optional.of(Set.of());
        }
        List<Expression> values = new ArrayList<>();
        boolean known = declaration.get() instanceof Parameter parameter ? arguments(parameter, values)
                : declaration.get() instanceof VariableDeclarator declared && initial(declared, values);
        for (Expression use : resolver.uses(variable)) {
            if (Assignments.isTarget(use)) {
                known &= use.getParentNode().orElseThrow() instanceof AssignExpr assign
                        && assign.getOperator() == AssignExpr.Operator.ASSIGN
                        && values.add(assign.getValue());
            }
        }
        return known ? all(values, depth) : Optional.empty();
    }

    /** Returns whether code in other files, or what makes an object from its stored form, may set the variable. */
    private boolean isOpen(VariableElement variable) {
        Set<Modifier> modifiers = variable.getModifiers();
        return variable.getKind() == ElementKind.FIELD && (!modifiers.contains(Modifier.FINAL)
                && !modifiers.contains(Modifier.PRIVATE)
                || resolver.isSubtype(variable.getEnclosingElement().asType(), "java.io.Serializable")
                        && variable.getEnclosingElement().getKind() != ElementKind.ENUM);
    }

    private static boolean initial(VariableDeclarator declared, List<Expression> values) {
        declared.getInitializer().ifPresent(values::add);
        return declared.getParentNode().flatMap(Node::getParentNode).filter(ForEachStmt.class::isInstance).isEmpty();
    }

    /** Adds what all calls give for the parameter; returns whether all are seen. */
    private boolean arguments(Parameter parameter, List<Expression> values) {
        Optional<Node> callable = parameter.getParentNode().filter(CallableDeclaration.class::isInstance);
        Optional<ExecutableElement> method = callable.flatMap(resolver::method);
        if (method.isEmpty() || parameter.isVarArgs()) {
            return false;
        }
        Optional<List<Node>> calls = callable.get() instanceof ConstructorDeclaration made
                ? creations(made, method.get()) : mentions.callers(method.get()).map(List::copyOf);
        int at = method.get().getParameters().indexOf(resolver.variable(parameter).orElseThrow());
        for (Node call : calls.orElse(List.of())) {
            values.add(Changes.arguments(call).get(at));
        }
        return calls.isPresent();
    }

    /** Returns what calls the constructor; empty where an object may be made in a way that is not seen. */
    private Optional<List<Node>> creations(ConstructorDeclaration constructor, ExecutableElement method) {
        Mentions.Uses uses = mentions.uses((TypeElement) method.getEnclosingElement());
        List<Node> calls = new ArrayList<>(uses.creations());
        Node type = constructor.getParentNode().orElseThrow();
        calls.addAll(type.findAll(ExplicitConstructorInvocationStmt.class, ExplicitConstructorInvocationStmt::isThis));
        if (type instanceof EnumDeclaration of) {
            calls.addAll(of.getEntries());
        }
        boolean known = uses.complete() && uses.others().isEmpty()
                && calls.stream().allMatch(each -> resolver.method(each).isPresent());
        calls.removeIf(each -> resolver.method(each).filter(method::equals).isEmpty());
        return known ? Optional.of(calls) : Optional.empty();
    }

    private Optional<EnumConstantDeclaration> enumConstant(Expression e) {
        return resolver.variable(e).flatMap(resolver::declaration)
                .filter(EnumConstantDeclaration.class::isInstance).map(EnumConstantDeclaration.class::cast)
                .filter(made -> made.getClassBody().isEmpty());
    }

    /** A method that gives back a field has of each constant of the enum what that one was made with. */
    private Optional<Set<Object>> ofEnum(MethodCallExpr call, EnumConstantDeclaration made, int depth) {
        List<Expression> returned = resolver.calledMethod(call).map(index::returned).orElse(List.of());
        Optional<VariableElement> field = returned.size() != 1 ? Optional.empty()
                : resolver.variable(returned.get(0)).filter(v -> v.getKind() == ElementKind.FIELD && !isOpen(v)
                        && !v.getModifiers().contains(Modifier.STATIC));
        List<Expression> set = field.map(resolver::uses).orElse(List.of()).stream().filter(Assignments::isTarget)
                .toList();
        Optional<Node> constructor = resolver.method(made).flatMap(resolver::declaration);
        if (set.size() != 1 || !(set.get(0).getParentNode().orElseThrow() instanceof AssignExpr assign)
                || constructor.filter(code -> EnclosingCode.home(assign) == code).isEmpty()
                || !isOwn(assign.getTarget()) || field.flatMap(resolver::declaration)
                        .filter(each -> each instanceof VariableDeclarator declared
                                && declared.getInitializer().isEmpty()).isEmpty()) {
            return Optional.empty();
        }
        Optional<Node> parameter = resolver.variable(assign.getValue())
                .filter(v -> resolver.uses(v).stream().noneMatch(Assignments::isTarget))
                .flatMap(resolver::declaration);
        int at = parameter.filter(Parameter.class::isInstance).map(each -> ((ConstructorDeclaration) constructor.get())
                .getParameters().indexOf((Parameter) each)).orElse(-1);
        return at < 0 || at >= made.getArguments().size() ? Optional.empty() : of(made.getArgument(at), depth + 1);
    }

    private static boolean isOwn(Expression field) {
        return field.isNameExpr() || field instanceof FieldAccessExpr access && access.getScope().isThisExpr();
    }
}
