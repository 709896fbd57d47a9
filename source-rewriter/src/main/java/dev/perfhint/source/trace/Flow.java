package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.YieldStmt;
import dev.perfhint.source.Holder;
import dev.perfhint.source.Names;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TypeLookup;
import dev.perfhint.source.Types;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.trace.Place.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Follows a value backwards: expression, variable, assignment, parameter, argument, factory method, constructor.
 *
 * <p>Each way back is followed; the search is bounded and enters an expression once for each frame.
 */
final class Flow {
    private static final int DEEPEST = 400;
    private static final int MOST_FOUND = 32;

    private final Sources sources;
    private final CallStack stack;
    private final Target target;
    private final List<Found> found = new ArrayList<>();
    private final Set<Step> entered = new HashSet<>();
    private int depth;

    /** An expression in one activation of its method; by identity, since equal nodes are those with equal text. */
    private record Step(Node node, int frame) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Step step && step.node == node && step.frame == frame;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(node) + frame;
        }
    }

    private Flow(Sources sources, CallStack stack, Target target) {
        this.sources = sources;
        this.stack = stack;
        this.target = target;
    }

    /** Returns where the value of the expression may have been made. */
    static List<Found> of(Sources sources, CallStack stack, Target target, Expression value, Place place, Path path) {
        Flow flow = new Flow(sources, stack, target);
        flow.expression(value, place, path);
        return flow.found;
    }

    /** Returns where the object may have been made whose method runs at the place. */
    static List<Found> ofThis(Sources sources, CallStack stack, Target target, Place place, Path path) {
        Flow flow = new Flow(sources, stack, target);
        flow.self(place, path);
        return flow.found;
    }

    private void expression(Expression value, Place place, Path path) {
        if (depth > DEEPEST || found.size() > MOST_FOUND || !entered.add(new Step(value, place.frame()))) {
            return;
        }
        depth++;
        follow(value, place, path);
        depth--;
    }

    private void follow(Expression value, Place place, Path path) {
        Optional<String> kind = target.matches(sources, value);
        Optional<String> buffering = kind.isPresent() ? Optional.empty() : target.opensBuffered(sources, value);
        if (kind.isPresent()) {
            found.add(new Found(place.file(), value, kind.get(), place, path, false));
        } else if (buffering.isPresent()) {
            Found opened = new Found(place.file(), value, buffering.get(), place, path, false);
            found.add(new Found(place.file(), value, buffering.get(), place, path.buffered(opened), false));
        } else if (value.isEnclosedExpr()) {
            expression(value.asEnclosedExpr().getInner(), place, path);
        } else if (value.isCastExpr()) {
            expression(value.asCastExpr().getExpression(), place, path);
        } else if (value.isAssignExpr()) {
            expression(value.asAssignExpr().getValue(), place, path);
        } else if (value.isConditionalExpr()) {
            expression(value.asConditionalExpr().getThenExpr(), place, path);
            expression(value.asConditionalExpr().getElseExpr(), place, path);
        } else if (value.isSwitchExpr()) {
            value.asSwitchExpr().getEntries().forEach(entry -> entry.getStatements().forEach(statement -> {
                statement.toExpressionStmt().ifPresent(each -> expression(each.getExpression(), place, path));
                statement.findAll(YieldStmt.class).forEach(each -> expression(each.getExpression(), place, path));
            }));
        } else if (value.isThisExpr()) {
            self(place, path);
        } else if (value instanceof NameExpr name) {
            Names.variable(sources, name, name.getNameAsString())
                    .ifPresentOrElse(to -> variable(to, place, path), () -> inherited(name.getNameAsString(), name,
                            place, path));
        } else if (value instanceof FieldAccessExpr access) {
            field(access, place, path);
        } else if (value instanceof ObjectCreationExpr creation) {
            creation(creation, place, path);
        } else if (value instanceof MethodCallExpr call) {
            call(call, place, path);
        } else if (value instanceof MethodReferenceExpr reference) {
            expression(reference.getScope(), place, path);
        }
    }

    private void field(FieldAccessExpr access, Place place, Path path) {
        Optional<TypeDeclaration<?>> type = access.getScope().isThisExpr()
                ? Names.enclosingType(access)
                : Types.ofScope(sources, access.getScope()).flatMap(sources::declaration);
        type.flatMap(owner -> Names.field(sources, owner, access.getNameAsString()))
                .ifPresentOrElse(
                        declaration -> variable(declaration, place, path),
                        () -> inherited(access.getNameAsString(), access, place, path));
    }

    /** The JDK's filter streams keep what their constructor was given in a protected field. */
    private void inherited(String name, Node at, Place place, Path path) {
        String filter = name.equals("out") ? "java.io.FilterOutputStream" : name.equals("in") ? "java.io.FilterInputStream" : "";
        boolean own = !filter.isEmpty()
                && Names.enclosingType(at)
                        .map(TypeLookup::className)
                        .filter(type -> Types.isSubtype(sources, type, filter))
                        .isPresent();
        if (own) {
            self(place, path);
        }
    }

    private void variable(Node declaration, Place place, Path path) {
        if (Names.isField(declaration)) {
            fieldVariable(declaration, place, path);
        } else if (declaration instanceof VariableDeclarator local) {
            Path through = hold(local, Holder.Kind.LOCAL, path);
            local.getInitializer().ifPresent(value -> expression(value, place, through));
            Names.enclosingBody(local)
                    .ifPresent(body -> assignments(outermost(body), local)
                            .forEach(value -> expression(value, place, through)));
        } else if (declaration instanceof Parameter parameter) {
            parameter(parameter, place, hold(parameter, Holder.Kind.PARAMETER, path));
        } else if (declaration instanceof TypePatternExpr pattern) {
            pattern.findAncestor(com.github.javaparser.ast.expr.InstanceOfExpr.class)
                    .ifPresent(test ->
                            expression(test.getExpression(), place, hold(pattern, Holder.Kind.LOCAL, path)));
        }
    }

    private Path hold(Node declaration, Holder.Kind kind, Path path) {
        SourceFile file = SourceFile.of(declaration);
        String name = ((com.github.javaparser.ast.nodeTypes.NodeWithSimpleName<?>) declaration).getNameAsString();
        String what = kind.name().toLowerCase(java.util.Locale.ROOT);
        return path.held(new Holder(file, kind, declaration, name, 0))
                .step(what + " " + name + " (" + where(file, declaration) + ")");
    }

    private String where(SourceFile file, Node node) {
        return file.path().getFileName() + ":" + node.getBegin().map(position -> position.line).orElse(0);
    }

    private static Node outermost(Node body) {
        Node outer = body;
        for (Optional<Node> up = Names.enclosingBody(body); up.isPresent(); up = Names.enclosingBody(up.get())) {
            outer = up.get();
        }
        return outer;
    }

    private List<Expression> assignments(Node within, Node declaration) {
        String name = ((com.github.javaparser.ast.nodeTypes.NodeWithSimpleName<?>) declaration).getNameAsString();
        return within.findAll(AssignExpr.class, assign -> assignsTo(assign.getTarget(), name, declaration)).stream()
                .map(AssignExpr::getValue)
                .toList();
    }

    private boolean assignsTo(Expression to, String name, Node declaration) {
        if (to instanceof NameExpr simple) {
            return simple.getNameAsString().equals(name)
                    && Names.variable(sources, simple, name).filter(declared -> declared == declaration).isPresent();
        }
        return to instanceof FieldAccessExpr access
                && access.getNameAsString().equals(name)
                && Names.isField(declaration)
                && fieldOf(access).filter(declared -> declared == declaration).isPresent();
    }

    private Optional<Node> fieldOf(FieldAccessExpr access) {
        Optional<TypeDeclaration<?>> type = access.getScope().isThisExpr()
                ? Names.enclosingType(access)
                : Types.ofScope(sources, access.getScope()).flatMap(sources::declaration);
        return type.flatMap(owner -> Names.field(sources, owner, access.getNameAsString()));
    }

    /** A field leads to its initialiser and to all assignments in its file. */
    private void fieldVariable(Node declaration, Place place, Path path) {
        Path through = hold(declaration, Holder.Kind.FIELD, path);
        SourceFile file = SourceFile.of(declaration);
        if (declaration instanceof Parameter component) {
            recordComponent(component, place, through);
            return;
        }
        VariableDeclarator field = (VariableDeclarator) declaration;
        Node owner = Names.enclosingBody(field).orElseThrow();
        field.getInitializer().ifPresent(value -> expression(value, Place.detached(file, owner), through));
        for (Expression value : assignments(file.unit(), field)) {
            Names.enclosingBody(value).ifPresent(body -> expression(value, assigning(body, file, place), through));
        }
    }

    /** Returns the place of an assignment's body: on the recorded stack, a constructor of the object, or unknown. */
    private Place assigning(Node body, SourceFile file, Place reader) {
        if (body == reader.body()) {
            return reader;
        }
        Optional<Place> onStack = stack.placeOf(body, Math.max(0, reader.frame()));
        if (onStack.isPresent()) {
            return onStack.get();
        }
        if (body instanceof ConstructorDeclaration constructor) {
            return new Place(file, body, -1, () -> stack.constructions(constructor, reader));
        }
        return body instanceof MethodDeclaration method
                ? new Place(file, body, -1, () -> stack.callsInSources(method))
                : Place.detached(file, body);
    }

    private void recordComponent(Parameter component, Place reader, Path path) {
        com.github.javaparser.ast.body.RecordDeclaration type =
                (com.github.javaparser.ast.body.RecordDeclaration) component.getParentNode().orElseThrow();
        int index = type.getParameters().indexOf(component);
        for (Found made : stack.objects(TypeLookup.className(type), reader)) {
            List<Expression> arguments = ((ObjectCreationExpr) made.node()).getArguments();
            if (index < arguments.size()) {
                expression(arguments.get(index), made.place(), inside(made, path));
            }
        }
    }

    private void parameter(Parameter parameter, Place place, Path path) {
        Node body = parameter.getParentNode().orElseThrow();
        Place owner = body == place.body() ? place : ownerOf(body, place);
        int index = parameters(body).indexOf(parameter);
        List<Entry> entries = owner.entries().get();
        boolean followed = false;
        for (Entry entry : entries) {
            if (!entry.exact()) {
                followed |= handedOver(entry, path);
            } else if (index >= 0 && index < entry.arguments().size()) {
                followed = true;
                Path through = entry.created().isPresent()
                        ? path.inside(wrapper(entry.caller().file(), entry.created().get()))
                        : path;
                expression(entry.arguments().get(index), entry.caller(), through);
            }
        }
        if (!followed && entries.isEmpty()) {
            found.add(new Found(SourceFile.of(parameter), parameter, target.name(), owner, path, true));
        }
    }

    /** Library code called the user's code back: the value may be what the user's code handed to the library. */
    private boolean handedOver(Entry entry, Path path) {
        int before = found.size();
        entry.receiver().ifPresent(receiver -> expression(receiver, entry.caller(), path));
        entry.arguments().forEach(argument -> expression(argument, entry.caller(), path));
        return found.size() > before;
    }

    private Place ownerOf(Node body, Place place) {
        SourceFile file = SourceFile.of(body);
        Optional<Place> onStack = stack.placeOf(body, Math.max(0, place.frame()));
        if (onStack.isPresent()) {
            return onStack.get();
        }
        if (body instanceof MethodDeclaration method) {
            return new Place(file, body, -1, () -> stack.callsInSources(method));
        }
        return body instanceof ConstructorDeclaration constructor
                ? new Place(file, body, -1, () -> stack.constructions(constructor, place))
                : Place.detached(file, body);
    }

    private static List<Parameter> parameters(Node body) {
        if (body instanceof CallableDeclaration<?> callable) {
            return callable.getParameters();
        }
        return body instanceof LambdaExpr lambda ? lambda.getParameters() : List.of();
    }

    private void self(Place place, Path path) {
        for (Entry entry : place.entries().get()) {
            if (entry.created().isPresent()) {
                expression(entry.created().get(), entry.caller(), path);
            } else if (entry.receiver().isPresent()) {
                expression(entry.receiver().get(), entry.caller(), path);
                if (!entry.exact()) {
                    entry.arguments().forEach(argument -> expression(argument, entry.caller(), path));
                }
            } else if (!entry.exact()) {
                entry.arguments().forEach(argument -> expression(argument, entry.caller(), path));
                implicit(entry, path);
            } else {
                implicit(entry, path);
            }
        }
    }

    private void implicit(Entry entry, Path path) {
        if (depth < DEEPEST) {
            depth++;
            self(entry.caller(), path);
            depth--;
        }
    }

    /** An object that is not the target may hold it: given to its constructor, or made by it. */
    private void creation(ObjectCreationExpr creation, Place place, Path path) {
        Wrapper wrapper = wrapper(place.file(), creation);
        Path through = path.unpack(wrapper).step("inside " + wrapper.type() + " (" + where(place.file(), creation)
                + ")");
        if (RawStreams.buffers(wrapper.type())) {
            through = through.buffered(new Found(place.file(), creation, wrapper.type(), place, path, false));
        }
        int before = found.size();
        for (Expression argument : creation.getArguments()) {
            expression(argument, place, through);
        }
        if (found.size() > before) {
            return;
        }
        Optional<TypeDeclaration<?>> type = Types.declaration(sources, creation.getType());
        if (type.isPresent() && type.get() instanceof ClassOrInterfaceDeclaration declared) {
            madeByConstructor(declared, creation, place, through);
        }
    }

    private void madeByConstructor(
            ClassOrInterfaceDeclaration type, ObjectCreationExpr creation, Place place, Path path) {
        for (ConstructorDeclaration constructor : type.getConstructors()) {
            if (!Types.accepts(sources, constructor, creation.getArguments())) {
                continue;
            }
            Entry entry =
                    new Entry(place, Optional.empty(), creation.getArguments(), Optional.of(creation), true);
            Place inside = Place.entered(SourceFile.of(constructor), constructor, entry);
            constructor.getBody().getStatements().stream()
                    .filter(statement -> statement instanceof ExplicitConstructorInvocationStmt)
                    .flatMap(statement -> ((ExplicitConstructorInvocationStmt) statement).getArguments().stream())
                    .forEach(argument -> expression(argument, inside, path));
        }
    }

    private void call(MethodCallExpr call, Place place, Path path) {
        Optional<String> owner = call.getScope().isPresent()
                ? Types.ofScope(sources, call.getScope().get())
                : Names.enclosingType(call).map(TypeLookup::className);
        String name = call.getNameAsString();
        int arity = call.getArguments().size();
        List<MethodDeclaration> methods =
                owner.map(type -> Types.methods(sources, type, name, arity)).orElse(List.of());
        if (methods.isEmpty() && call.getScope().isEmpty()) {
            methods = outerMethods(call, name, arity);
        }
        boolean unseen = methods.stream().allMatch(method -> method.getBody().isEmpty());
        if (unseen && madeByFunction(call, place, path)) {
            return;
        }
        if (!methods.isEmpty()) {
            methods.stream()
                    .filter(method -> Types.accepts(sources, method, call.getArguments()))
                    .forEach(method -> returned(method, call, place, path));
            return;
        }
        Wrapper through = new Wrapper(place.file(), call, name);
        Path inner = path.unpack(through).step("through " + name + "(..) (" + where(place.file(), call) + ")");
        call.getArguments().forEach(argument -> expression(argument, place, inner));
        call.getScope().ifPresent(scope -> expression(scope, place, inner));
    }

    /** A call of a functional interface leads into the lambda or the method that its receiver was set to. */
    private boolean madeByFunction(MethodCallExpr call, Place place, Path path) {
        int before = found.size();
        List<Functions.Function> functions = call.getScope()
                .map(scope -> new Functions(sources).of(scope, place))
                .orElse(List.of());
        for (Functions.Function function : functions) {
            Entry entry = new Entry(place, Optional.empty(), call.getArguments(), Optional.empty(), true);
            if (function.expression() instanceof LambdaExpr lambda) {
                SourceFile file = SourceFile.of(lambda);
                Place inside = Place.entered(file, lambda, entry);
                Path through = path.step("made by a lambda (" + where(file, lambda) + ")");
                Functions.results(lambda).forEach(value -> expression(value, inside, through));
            } else if (function.expression() instanceof MethodReferenceExpr reference) {
                Functions.methods(sources, reference, call.getArguments().size())
                        .forEach(method -> returned(method, call, place, path));
            }
        }
        return found.size() > before;
    }

    private List<MethodDeclaration> outerMethods(Node at, String name, int arity) {
        for (Optional<TypeDeclaration<?>> type = Names.enclosingType(at);
                type.isPresent();
                type = Names.enclosingType(type.get())) {
            List<MethodDeclaration> methods =
                    Types.methods(sources, TypeLookup.className(type.get()), name, arity);
            if (!methods.isEmpty()) {
                return methods;
            }
        }
        return List.of();
    }

    private void returned(MethodDeclaration method, MethodCallExpr call, Place place, Path path) {
        Entry entry = new Entry(
                place, StackFrames.receiver(call), call.getArguments(), Optional.empty(), true);
        SourceFile file = SourceFile.of(method);
        Place inside = Place.entered(file, method, entry);
        Path through = path.held(
                        new Holder(file, Holder.Kind.RETURNED, method, method.getNameAsString(), 0))
                .step("returned by " + method.getNameAsString() + " (" + where(file, method) + ")");
        method.findAll(ReturnStmt.class).stream()
                .filter(statement -> Names.enclosingBody(statement).orElseThrow() == method)
                .flatMap(statement -> statement.getExpression().stream())
                .forEach(value -> expression(value, inside, through));
    }

    private Wrapper wrapper(SourceFile file, Expression expression) {
        String type = expression instanceof ObjectCreationExpr creation
                ? Types.qualified(sources, creation.getType()).orElse(creation.getType().getNameWithScope())
                : "";
        return new Wrapper(file, expression, type);
    }

    private Path inside(Found made, Path path) {
        return path.inside(wrapper(made.file(), (Expression) made.node()));
    }
}
