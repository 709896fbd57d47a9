package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.ClassExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;

/**
 * Finds code out of view that code in view has at hand: methods that the JDK, or an interface, asks for of objects that
 * it makes, and lambdas and objects that methods which it calls may give it.
 */
final class HandedOut {
    private static final int MAX_VALUES = 40;

    private final TypestateRun run;
    private final Resolver resolver;
    private final CalledCode called;
    private final ViewNames names;
    private final Reach reach;
    private final Consumer<Node> body;
    private final Set<TypeElement> made = new HashSet<>();

    HandedOut(TypestateRun run, CalledCode called, ViewNames names, Reach reach,
            Consumer<Node> body) {
        this.run = run;
        this.resolver = run.resolver;
        this.called = called;
        this.names = names;
        this.reach = reach;
        this.body = body;
    }

    /** Returns the code in view that leads to one of the places, lambdas and references among it. */
    Set<Node> leading(Collection<Expression> places) {
        Set<Node> leading = TypestateRun.identitySet();
        Deque<Node> next = new ArrayDeque<>();
        places.forEach(place -> next.add(EnclosingCode.home(place)));
        while (!next.isEmpty()) {
            Node each = next.pop();
            if (leading.add(each)) {
                callers(each).forEach(next::add);
                if (each instanceof MethodDeclaration method) {
                    names.calls(method.getNameAsString()).filter(Expression::isMethodReferenceExpr)
                            .filter(call -> resolver.method(call).equals(resolver.method(method)))
                            .forEach(leading::add);
                }
            }
        }
        return leading;
    }

    /** Returns the code in view round the calls of a method; the code round a lambda. */
    private Stream<Node> callers(Node code) {
        if (code instanceof FieldDeclaration) {
            return Stream.empty();
        }
        Optional<ExecutableElement> method = code instanceof CallableDeclaration<?> ? resolver.method(code)
                : Optional.empty();
        if (method.isEmpty()) {
            return Stream.of(EnclosingCode.home(code));
        }
        Stream<? extends Expression> calls = code instanceof ConstructorDeclaration made
                ? names.named(made.getNameAsString())
                        .flatMap(name -> name.findAncestor(ObjectCreationExpr.class).stream())
                : names.calls(((CallableDeclaration<?>) code).getNameAsString());
        return calls.filter(call -> resolver.method(call).equals(method)).map(EnclosingCode::home);
    }

    /** Returns the lambdas and references that the value may be, in whatever file they are assigned. */
    List<Expression> functions(Expression value) {
        Set<Expression> all = new LinkedHashSet<>(List.of(value));
        Deque<Expression> next = new ArrayDeque<>(all);
        while (!next.isEmpty() && all.size() < MAX_VALUES) {
            Expression each = next.pop();
            Stream<Expression> more = Stream.concat(ValueIndex.passedOn(each).stream(),
                    resolver.variable(each).filter(v -> !resolver.isPlatform(v)).stream().flatMap(this::values));
            more.filter(all::add).forEach(next::add);
        }
        return all.stream().filter(e -> e.isLambdaExpr() || e.isMethodReferenceExpr()).toList();
    }

    private Stream<Expression> values(VariableElement variable) {
        return Stream.concat(Mentions.of(run.sources).values(variable).stream(),
                resolver.declaration(variable).stream().flatMap(declared -> Stream.concat(
                        declared instanceof VariableDeclarator it ? it.getInitializer().stream() : Stream.of(),
                        ValueIndex.of(run.sources).assignments(declared).stream().map(AssignExpr::getValue))));
    }

    /** What others call of an object that is made here may run at any time. */
    void made(ObjectCreationExpr creation) {
        creation.getAnonymousClassBody().filter(members -> !names.holds(creation))
                .ifPresent(members -> members.forEach(body));
        resolver.type(creation).flatMap(resolver::classOf).ifPresent(this::made);
    }

    /** Returns the class of the sources that a literal or a text names, by which the JDK may make an object of it. */
    Optional<TypeElement> named(Expression e) {
        return e instanceof ClassExpr literal ? resolver.type(literal.getType()).flatMap(resolver::classOf)
                : e instanceof StringLiteralExpr text && SourceVersion.isName(text.getValue())
                        && run.sources.declaration(text.getValue()).isPresent()
                        ? resolver.classNamed(text.getValue()) : Optional.empty();
    }

    private void made(TypeElement type) {
        if (resolver.isPlatform(type) || !made.add(type) || !reach.mayFollow(type)) {
            return;
        }
        Set<TypeElement> above = run.calls.above(type);
        for (TypeElement each : run.calls.ancestors(type)) {
            for (ExecutableElement method : ElementFilter.methodsIn(each.getEnclosedElements())) {
                Optional<Node> declared = resolver.declaration(method).filter(node -> !names.holds(node))
                        .filter(node -> node instanceof MethodDeclaration it && it.getBody().isPresent());
                boolean asked = declared.isPresent() && (StartedCode.isOfPattern((MethodDeclaration) declared.get())
                        || StartedCode.STORING.contains(method.getSimpleName().toString())
                        || above.stream().flatMap(it -> ElementFilter.methodsIn(it.getEnclosedElements()).stream())
                                .anyMatch(it -> !it.equals(method)
                                        && resolver.elements().overrides(method, it, type)));
                if (asked) {
                    body.accept(declared.get());
                }
            }
        }
    }
}
