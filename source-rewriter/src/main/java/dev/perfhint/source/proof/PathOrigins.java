package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithTraversableScope;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.type.Type;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Says whether two paths come from one place, as far as the code in view tells: a variable, a method of the program, or
 * the text of a file's name.
 *
 * <p>Variables are followed to all that is assigned to them, parameters and components to what calls give, methods to
 * what they and those in their place return, arrays and collections to what is put into them. What cannot be followed
 * may be any path; a parameter of a method that nothing in view calls tells nothing.
 */
final class PathOrigins {
    /** What a path is made of is looked for from the nearest on; with more it may be any. */
    private static final int MAX_ORIGINS = 200;

    /** What others give to a lambda, or to a method by a reference, and what is not followed. */
    private static final Object ANY = new Object();

    private static final Set<String> JOINING =
            Set.of("java.io.File", "java.nio.file.Path", "java.nio.file.Paths");
    private static final Set<String> LISTERS =
            Set.of("java.io.File", "java.nio.file.Files");
    private static final Set<String> LISTING =
            Set.of("list", "listFiles", "walk", "find", "newDirectoryStream", "readSymbolicLink");

    private final TypestateRun run;
    private final Resolver resolver;
    private final ViewNames names;
    private final CalledCode called;
    private final Set<Object> own;

    PathOrigins(TypestateRun run, ViewNames names, Expression path) {
        this.run = run;
        this.resolver = run.resolver;
        this.names = names;
        this.called = new CalledCode(run, names);
        this.own = new Search().of(path);
    }

    /** Returns whether the path has an origin in common with the stream's own. */
    boolean mayShare(Expression path) {
        return new Search().of(path).stream().anyMatch(each -> each == ANY || own.contains(each));
    }

    /** Returns whether a resource, of which the name may have no ending, has an origin in common with the stream's. */
    boolean mayLoad(Expression resource) {
        return mayShare(resource) || resolver.constant(resource).filter(String.class::isInstance)
                .filter(name -> own.stream().filter(String.class::isInstance)
                        .anyMatch(file -> ConstantPath.mayBeLoaded((String) file, (String) name))).isPresent();
    }

    /** What a path comes from. */
    private final class Search {
        private final Set<Object> all = new HashSet<>();
        /** What their parameters are is what the call gives them, which is looked at with it. */
        private final Set<Element> entered = new HashSet<>();
        private final Set<Node> used = TypestateRun.identitySet();
        private final Deque<Node> next = new ArrayDeque<>();

        Set<Object> of(Expression path) {
            next.add(path);
            while (!next.isEmpty() && all.size() < MAX_ORIGINS) {
                Deque<Node> parts = new ArrayDeque<>(List.of(next.pop()));
                while (!parts.isEmpty()) {
                    Node part = parts.pop();
                    if (part instanceof Expression e) {
                        from(e);
                    }
                    parts.addAll(inner(part));
                }
            }
            if (!next.isEmpty()) {
                all.add(ANY);
            }
            return all;
        }

        private void from(Expression e) {
            Optional<Object> constant = resolver.constant(e);
            if (constant.isPresent()) {
                constant.filter(String.class::isInstance).map(text -> ConstantPath.lastName((String) text))
                        .filter(name -> !name.isEmpty()).ifPresent(all::add);
            } else if (scope(e).flatMap(resolver::type).filter(type -> type.getKind() == TypeKind.ARRAY).isPresent()) {
                // the length, or a copy: the array is a part of the code
                return;
            } else if (e instanceof MethodCallExpr || e instanceof MethodReferenceExpr) {
                resolver.method(e).ifPresent(method -> from(e, method));
            } else if (e.isNameExpr() || e.isFieldAccessExpr() || e.isTypeExpr()) {
                resolver.variable(e).filter(v -> !resolver.isPlatform(v) && !isGiven(v) && !isOption(v.asType()))
                        .ifPresent(this::from);
            }
        }

        private boolean isGiven(VariableElement variable) {
            return variable.getKind() == ElementKind.PARAMETER && entered.contains(variable.getEnclosingElement());
        }

        private void from(Expression call, ExecutableElement method) {
            TypeElement type = (TypeElement) method.getEnclosingElement();
            if (LISTERS.contains(resolver.binaryName(type)) && LISTING.contains(method.getSimpleName().toString())) {
                all.add(ANY);
            }
            boolean first = !resolver.isPlatform(method)
                    && (method.getParameters().isEmpty() ? all.add(method) : entered.add(method));
            if (!first) {
                return;
            }
            List<Node> bodies = new ArrayList<>(called.replacing(method));
            resolver.declaration(method).filter(body -> !(body instanceof MethodDeclaration m)
                    || m.getBody().isPresent()).ifPresent(bodies::add);
            List<VariableElement> components = called.subtypes(type).stream()
                    .filter(each -> each.getKind() == ElementKind.RECORD && method.getParameters().isEmpty())
                    .flatMap(each -> ElementFilter.fieldsIn(each.getEnclosedElements()).stream())
                    .filter(each -> each.getSimpleName().equals(method.getSimpleName())).toList();
            components.forEach(this::from);
            for (Node body : bodies) {
                resolver.method(body).ifPresent(entered::add);
                next.addAll(body instanceof CallableDeclaration ? ValueIndex.of(run.sources).returned(body)
                        : List.of());
            }
            if (bodies.isEmpty() && components.isEmpty()) {
                all.add(ANY);
            }
        }

        private void from(VariableElement variable) {
            if (!all.add(variable) || all.size() > MAX_ORIGINS) {
                return;
            }
            Optional<Node> declared = resolver.declaration(variable);
            int before = next.size();
            declared.ifPresent(this::declared);
            declared.ifPresent(node -> ValueIndex.of(run.sources).assignments(node)
                    .forEach(assign -> next.add(assign.getValue())));
            uses(variable).forEach(this::put);
            boolean tells = declared.filter(node -> node instanceof Parameter
                    || node instanceof EnumConstantDeclaration).isPresent();
            if (!tells && next.size() == before) {
                all.add(ANY);
            }
        }

        private void declared(Node declaration) {
            Node home = declaration.getParentNode().orElseThrow();
            if (declaration instanceof VariableDeclarator declarator) {
                declarator.getInitializer().ifPresent(next::add);
                declarator.findAncestor(ForEachStmt.class)
                        .filter(loop -> loop.getVariable().getVariable(0) == declarator)
                        .ifPresent(loop -> next.add(loop.getIterable()));
            } else if (declaration instanceof Parameter parameter && home instanceof CallableDeclaration<?> code) {
                given(calls(code), code.getParameters(), parameter);
            } else if (declaration instanceof Parameter parameter && home instanceof RecordDeclaration type) {
                given(names.creations(type.getNameAsString()).filter(made -> resolver.method(made)
                        .map(Element::getEnclosingElement).equals(resolver.declaredClass(type))),
                        type.getParameters(), parameter);
            } else if (declaration instanceof TypePatternExpr && home instanceof InstanceOfExpr test) {
                next.add(test.getExpression());
            } else if (!(declaration instanceof EnumConstantDeclaration)) {
                all.add(ANY);
                // what runs a lambda may give it what it works on
                home.getParentNode().filter(MethodCallExpr.class::isInstance)
                        .flatMap(call -> scope((Expression) call)).ifPresent(next::add);
            }
        }

        private void given(Stream<? extends Node> calls, NodeList<Parameter> parameters, Parameter parameter) {
            int index = parameters.indexOf(parameter);
            calls.forEach(call -> {
                if (call instanceof MethodReferenceExpr) {
                    all.add(ANY);
                }
                Changes.arguments(call).stream().skip(index).limit(parameter.isVarArgs() ? Integer.MAX_VALUE : 1)
                        .forEach(next::add);
            });
        }

        /** Looks at what is put into what the expression names, here or by another name of it. */
        private void put(Node e) {
            Node user = e.getParentNode().orElseThrow();
            if (!used.add(e)) {
                return;
            }
            if (user instanceof MethodCallExpr call && call.getScope().filter(it -> it == e).isPresent()) {
                if (resolver.method(call).filter(resolver::hasSource).isEmpty() && mayKeep((Expression) e)) {
                    next.addAll(call.getArguments());
                    passed(call);
                }
            } else if (user instanceof AssignExpr assign && assign.getTarget() == e) {
                next.add(assign.getValue());
            } else if (user instanceof ArrayAccessExpr || user instanceof EnclosedExpr || user instanceof CastExpr
                    || user instanceof ConditionalExpr) {
                put(user);
            } else if (user instanceof MethodReferenceExpr && resolver.variable(e).map(VariableElement::asType)
                    .filter(PathOrigins.this::isHolder).isPresent()) {
                all.add(ANY);
            } else if (isHolder((Expression) e)) {
                if (user instanceof NodeWithArguments<?> with) {
                    putBy(user, position(with.getArguments(), e));
                } else if (user instanceof ReturnStmt) {
                    Enclosing.body(user).filter(CallableDeclaration.class::isInstance)
                            .ifPresent(code -> calls((CallableDeclaration<?>) code).forEach(this::put));
                } else {
                    Node other = user instanceof AssignExpr assign ? assign.getTarget()
                            : user instanceof ForEachStmt loop ? loop.getVariable().getVariable(0) : user;
                    resolver.variable(other).ifPresent(this::from);
                }
            }
        }

        private void passed(Expression holder) {
            if (isHolder(holder)) {
                put(holder);
            }
        }

        private void putBy(Node call, int index) {
            Optional<ExecutableElement> method = resolver.method(call);
            if (method.filter(resolver::hasSource).isEmpty()) {
                next.addAll(Changes.arguments(call));
                if (call instanceof MethodCallExpr m) {
                    m.getScope().ifPresent(next::add);
                }
                if (call instanceof Expression e) {
                    passed(e);
                }
                return;
            }
            Stream.concat(resolver.declaration(method.get()).stream(), called.replacing(method.get()).stream())
                    .filter(CallableDeclaration.class::isInstance)
                    .map(code -> ((CallableDeclaration<?>) code).getParameters())
                    .filter(all -> !all.isEmpty()).map(all -> all.get(Math.min(index, all.size() - 1)))
                    .forEach(each -> resolver.variable(each).ifPresent(this::from));
        }
    }

    private static Optional<Expression> scope(Expression e) {
        return e instanceof NodeWithTraversableScope with ? with.traverseScope() : Optional.empty();
    }

    private static int position(NodeList<? extends Node> all, Node one) {
        return (int) all.stream().takeWhile(each -> each != one).count();
    }

    /** Returns whether something may be put into the object that is no field of a class of the program's. */
    private boolean isHolder(Expression e) {
        return resolver.type(e).filter(this::isHolder).isPresent();
    }

    private boolean isHolder(TypeMirror type) {
        return type.getKind() == TypeKind.ARRAY || resolver.classOf(type)
                .filter(it -> !resolver.hasSource(it) && !JdkMethods.isImmutable(resolver.binaryName(it))).isPresent();
    }

    /** Constants of the JDK's enums, and arrays of such, hold nothing that a program gives them. */
    private boolean isOption(TypeMirror type) {
        return type instanceof ArrayType array ? isOption(array.getComponentType())
                : resolver.classOf(type).filter(each -> resolver.isPlatform(each)
                        && each.getKind() == ElementKind.ENUM).isPresent();
    }

    /** Returns whether a call may put something into the object: no path takes up what it is joined to, or asked by. */
    private boolean mayKeep(Expression object) {
        return resolver.type(object).flatMap(resolver::classOf)
                .filter(type -> JdkMethods.isImmutable(resolver.binaryName(type))
                        && !Mentions.of(run.sources).extend(type)).isEmpty();
    }

    /** Returns the expressions in view that name the variable; before a reference it stands as if it were a type. */
    private Stream<Expression> uses(VariableElement variable) {
        return Stream.concat(resolver.uses(variable).stream(),
                names.named(variable.getSimpleName().toString()).flatMap(name -> name.getParentNode().stream())
                        .flatMap(node -> node instanceof Type ? node.getParentNode().stream() : Stream.of(node))
                        .filter(Expression.class::isInstance).map(Expression.class::cast)
                        .filter(e -> e.isNameExpr() || e.isFieldAccessExpr() || e.isTypeExpr())
                        .filter(e -> resolver.variable(e).filter(variable::equals).isPresent()));
    }

    /** Returns the calls in view that may mean the method or constructor, also by what it overrides. */
    private Stream<? extends Node> calls(CallableDeclaration<?> code) {
        Optional<ExecutableElement> method = resolver.method(code);
        return !(code instanceof MethodDeclaration) || method.isEmpty() ? names.calls(resolver, code)
                : names.calls(code.getNameAsString()).filter(call -> resolver.method(call)
                        .filter(it -> it.equals(method.get()) || resolver.elements().overrides(method.get(), it,
                                (TypeElement) method.get().getEnclosingElement())).isPresent());
    }

    /** Returns what the code is made of; of a name in a folder only the name, by which two files differ. */
    private List<Node> inner(Node code) {
        boolean joined = code instanceof NodeWithArguments<?> with && !with.getArguments().isEmpty()
                && resolver.method(code).map(resolver::key).filter(key -> JOINING.contains(key.owner())
                        && (key.name().equals("<init>") || key.name().equals("resolve") || key.name().equals("of")
                        || key.name().equals("get"))).isPresent();
        Optional<JdkEffect> effect = resolver.method(code).flatMap(run.jdk::effect);
        if (effect.filter(JdkEffect.SAME::equals).isPresent() && !Changes.arguments(code).isEmpty()) {
            return List.of(Changes.arguments(code).get(0));
        }
        boolean opened = effect.filter(JdkEffect.OPENS_READ::equals).isPresent();
        // what is in a file is not its name
        return opened ? List.of() : joined ? List.of(Changes.arguments(code).get(Changes.arguments(code).size() - 1))
                : code.getChildNodes();
    }
}
