package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ForEachStmt;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/**
 * Says whether two paths come from one place, as far as the code in view tells: a variable, a method of the program, or
 * the text of a file's name.
 *
 * <p>Variables are followed to all that is assigned to them, parameters to what calls give, methods to what
 * they return, collections to what is put into them.
 */
final class PathOrigins {
    /** What a path is made of is looked for from the nearest on; what comes behind these is no evidence. */
    private static final int MAX_ORIGINS = 40;

    /** What others give to a lambda, or to a method by a reference. */
    private static final Object ANY = new Object();

    private static final Set<String> JOINING =
            Set.of("java.io.File", "java.nio.file.Path", "java.nio.file.Paths");

    private final TypestateRun run;
    private final Resolver resolver;
    private final ViewNames names;
    private final Set<Object> own;

    PathOrigins(TypestateRun run, ViewNames names, Expression path) {
        this.run = run;
        this.resolver = run.resolver;
        this.names = names;
        this.own = of(path);
    }

    /** Returns whether the path has an origin in common with the stream's own. */
    boolean mayShare(Expression path) {
        return of(path).stream().anyMatch(each -> each == ANY || own.contains(each));
    }

    private Set<Object> of(Expression path) {
        Set<Object> all = new HashSet<>();
        // what their parameters are is what the call gives them, which is looked at with it
        Set<Element> entered = new HashSet<>();
        Deque<Node> next = new ArrayDeque<>();
        next.add(path);
        while (!next.isEmpty() && all.size() < MAX_ORIGINS) {
            Deque<Node> parts = new ArrayDeque<>(List.of(next.pop()));
            while (!parts.isEmpty()) {
                Node part = parts.pop();
                if (part instanceof Expression e) {
                    from(e, all, entered, next);
                }
                parts.addAll(inner(part));
            }
        }
        return all;
    }

    /** Returns what the code is made of; of a name in a folder only the name, by which two files differ. */
    private List<Node> inner(Node code) {
        boolean joined = code instanceof NodeWithArguments<?> with && !with.getArguments().isEmpty()
                && resolver.method(code).map(resolver::key).filter(key -> JOINING.contains(key.owner())
                        && (key.name().equals("<init>") || key.name().equals("resolve") || key.name().equals("of")
                        || key.name().equals("get"))).isPresent();
        boolean opened = resolver.method(code).flatMap(run.jdk::effect).filter(JdkEffect.OPENS_READ::equals)
                .isPresent();
        // what is in a file is not its name
        return opened ? List.of() : joined ? List.of(Changes.arguments(code).get(Changes.arguments(code).size() - 1))
                : code.getChildNodes();
    }

    private void from(Expression e, Set<Object> all, Set<Element> entered, Deque<Node> next) {
        Optional<Object> constant = resolver.constant(e);
        if (constant.isPresent()) {
            constant.filter(String.class::isInstance).map(text -> ConstantPath.lastName((String) text))
                    .filter(name -> !name.isEmpty()).ifPresent(all::add);
            return;
        }
        if (e instanceof MethodCallExpr call) {
            resolver.method(call).filter(method -> !resolver.isPlatform(method))
                    .filter(method -> method.getParameters().isEmpty() ? all.add(method) : entered.add(method))
                    .flatMap(resolver::declaration).filter(CallableDeclaration.class::isInstance)
                    .ifPresent(body -> next.addAll(ValueIndex.of(run.sources).returned(body)));
        } else if (e.isNameExpr() || e.isFieldAccessExpr()) {
            Optional<VariableElement> variable =
                    resolver.variable(e).filter(v -> !resolver.isPlatform(v) && !isGiven(v, entered) && all.add(v));
            variable.filter(this::isGivenByOthers).ifPresent(v -> all.add(ANY));
            variable.ifPresent(v -> from(v, next));
        }
    }

    private static boolean isGiven(VariableElement variable, Set<Element> methods) {
        return variable.getKind() == ElementKind.PARAMETER && methods.contains(variable.getEnclosingElement());
    }

    private boolean isGivenByOthers(VariableElement variable) {
        Optional<Node> home = parameter(variable).flatMap(Node::getParentNode);
        return home.filter(LambdaExpr.class::isInstance).isPresent()
                || home.filter(CallableDeclaration.class::isInstance).stream()
                        .flatMap(code -> names.calls(resolver, (CallableDeclaration<?>) code))
                        .anyMatch(MethodReferenceExpr.class::isInstance);
    }

    private Optional<Parameter> parameter(VariableElement variable) {
        return resolver.declaration(variable).filter(Parameter.class::isInstance).map(Parameter.class::cast);
    }

    /** Returns what calls in view give for a parameter, and what code in view assigns to a field of another file. */
    private Stream<Expression> given(VariableElement variable) {
        Optional<Parameter> parameter = parameter(variable);
        if (parameter.isPresent()) {
            return parameter.flatMap(Node::getParentNode).filter(CallableDeclaration.class::isInstance)
                    .map(code -> (CallableDeclaration<?>) code).stream().flatMap(code -> {
                        int index = code.getParameters().indexOf(parameter.get());
                        return names.calls(resolver, code).map(Changes::arguments)
                                .filter(all -> index < all.size()).map(all -> all.get(index));
                    });
        }
        return names.named(variable.getSimpleName().toString()).flatMap(name -> name.getParentNode().stream())
                .filter(e -> e.getParentNode().filter(AssignExpr.class::isInstance).map(AssignExpr.class::cast)
                        .filter(assign -> assign.getTarget() == e).isPresent())
                .filter(e -> resolver.variable((Expression) e).filter(variable::equals).isPresent())
                .map(e -> ((AssignExpr) e.getParentNode().orElseThrow()).getValue());
    }

    private void from(VariableElement variable, Deque<Node> next) {
        Optional<Node> declared = resolver.declaration(variable);
        if (declared.isEmpty()) {
            return;
        }
        if (declared.get() instanceof VariableDeclarator declarator) {
            declarator.getInitializer().ifPresent(next::add);
            declarator.findAncestor(ForEachStmt.class).filter(loop -> loop.getVariable().getVariable(0) == declarator)
                    .ifPresent(loop -> next.add(loop.getIterable()));
        }
        given(variable).forEach(next::add);
        ValueIndex.of(run.sources).assignments(declared.get()).forEach(assign -> next.add(assign.getValue()));
        resolver.uses(variable).stream().flatMap(use -> use.getParentNode().stream())
                .filter(MethodCallExpr.class::isInstance).map(MethodCallExpr.class::cast)
                .filter(call -> call.getScope().flatMap(resolver::variable).filter(variable::equals).isPresent()
                        && resolver.method(call).filter(resolver::isPlatform).isPresent())
                .forEach(call -> next.addAll(call.getArguments()));
    }
}
