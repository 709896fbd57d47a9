package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import dev.perfhint.source.Holder;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.file.TypeLookup;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Activation.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Follows a value backwards: expression, variable, assignment, parameter, argument, factory method, constructor.
 *
 * <p>Each way back is followed; the search is bounded and enters an expression once for each frame.
 */
final class ValueFlow {
    private static final int MAX_DEPTH = 400;
    private static final int MAX_FOUND = 32;

    private final Sources sources;
    private final Resolver resolver;
    private final ValueIndex index;
    private final CallStack stack;
    private final Wanted target;
    private final List<Origin> found = new ArrayList<>();
    private final Set<Step> entered = new HashSet<>();
    private int depth;

    /**
     * An expression in one activation of its method, reached through a buffer or not; by identity, since equal nodes
     * are those with equal text.
     */
    private record Step(Node node, int frame, boolean buffered) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Step step && step.node == node && step.frame == frame
                    && step.buffered == buffered;
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(node) + frame;
        }
    }

    private ValueFlow(Sources sources, CallStack stack, Wanted target) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.index = ValueIndex.of(sources);
        this.stack = stack;
        this.target = target;
    }

    /** Returns where the value of the expression may have been made. */
    static List<Origin> of(Sources sources, CallStack stack, Wanted target, Expression value, Activation place,
            TraceStep path) {
        ValueFlow flow = new ValueFlow(sources, stack, target);
        flow.expression(value, place, path);
        return flow.found;
    }

    /** Returns where the object may have been made whose method runs at the place. */
    static List<Origin> ofThis(Sources sources, CallStack stack, Wanted target, Activation place, TraceStep path) {
        ValueFlow flow = new ValueFlow(sources, stack, target);
        flow.self(place, path);
        return flow.found;
    }

    private void expression(Expression value, Activation place, TraceStep path) {
        if (depth > MAX_DEPTH || found.size() > MAX_FOUND || !stack.mayStep()
                || !entered.add(new Step(value, place.frame(), path.firstBuffer().isPresent()))) {
            return;
        }
        depth++;
        follow(value, place, path);
        depth--;
    }

    private void follow(Expression value, Activation place, TraceStep path) {
        Optional<String> kind = target.matches(sources, value);
        Optional<String> buffering = kind.isPresent() ? Optional.empty() : target.opensBuffered(sources, value);
        if (kind.isPresent()) {
            found.add(new Origin(place.file(), value, kind.get(), place, path, false));
        } else if (buffering.isPresent()) {
            Origin opened = new Origin(place.file(), value, buffering.get(), place, path, false);
            found.add(new Origin(place.file(), value, buffering.get(), place, path.buffered(opened), false));
        } else if (!ValueIndex.passedOn(value).isEmpty()) {
            ValueIndex.passedOn(value).forEach(each -> expression(each, place, path));
        } else if (value.isThisExpr()) {
            self(place, path);
        } else if (value.isNameExpr() || value.isFieldAccessExpr() || value.isTypeExpr()) {
            resolver.variable(value).ifPresent(variable -> resolver.declaration(variable)
                    .ifPresentOrElse(to -> variable(to, place, path), () -> inherited(variable, place, path)));
        } else if (value instanceof ObjectCreationExpr creation) {
            creation(creation, place, path);
        } else if (value instanceof MethodCallExpr call) {
            call(call, place, path);
        } else if (value instanceof MethodReferenceExpr reference) {
            expression(reference.getScope(), place, path);
        }
    }

    /** The JDK's filter streams keep what their constructor was given in a protected field. */
    private void inherited(VariableElement field, Activation place, TraceStep path) {
        String owner = field.getEnclosingElement() instanceof TypeElement type ? resolver.binaryName(type) : "";
        if (owner.equals("java.io.FilterOutputStream") || owner.equals("java.io.FilterInputStream")) {
            self(place, path);
        }
    }

    private void variable(Node declaration, Activation place, TraceStep path) {
        if (Enclosing.isField(declaration)) {
            fieldVariable(declaration, place, path);
        } else if (declaration instanceof VariableDeclarator local) {
            TraceStep through = hold(local, Holder.Kind.LOCAL, path);
            local.getInitializer().ifPresent(value -> expression(value, place, through));
            index.assignments(local).forEach(assign -> expression(assign.getValue(), place, through));
        } else if (declaration instanceof Parameter parameter) {
            parameter(parameter, place, hold(parameter, Holder.Kind.PARAMETER, path));
        } else if (declaration instanceof TypePatternExpr pattern) {
            pattern.findAncestor(com.github.javaparser.ast.expr.InstanceOfExpr.class)
                    .ifPresent(test ->
                            expression(test.getExpression(), place, hold(pattern, Holder.Kind.LOCAL, path)));
        }
    }

    private TraceStep hold(Node declaration, Holder.Kind kind, TraceStep path) {
        SourceFile file = SourceFile.of(declaration);
        String name = ((com.github.javaparser.ast.nodeTypes.NodeWithSimpleName<?>) declaration).getNameAsString();
        String what = kind.name().toLowerCase(java.util.Locale.ROOT);
        return path.held(new Holder(file, kind, declaration, name, 0))
                .step(what + " " + name + " (" + where(file, declaration) + ")");
    }

    private String where(SourceFile file, Node node) {
        return file.path().getFileName() + ":" + node.getBegin().map(position -> position.line).orElse(0);
    }

    /** A field leads to its initialiser and to all assignments in its file. */
    private void fieldVariable(Node declaration, Activation place, TraceStep path) {
        TraceStep through = hold(declaration, Holder.Kind.FIELD, path);
        SourceFile file = SourceFile.of(declaration);
        if (declaration instanceof Parameter component) {
            recordComponent(component, place, through);
            return;
        }
        if (!(declaration instanceof VariableDeclarator field)) {
            return;
        }
        Node owner = Enclosing.body(field).orElseThrow();
        field.getInitializer().ifPresent(value -> expression(value, Activation.detached(file, owner), through));
        for (AssignExpr assign : index.assignments(field)) {
            Expression value = assign.getValue();
            Enclosing.body(value).ifPresent(body -> expression(value, stack.activation(body, place), through));
        }
    }

    private void recordComponent(Parameter component, Activation reader, TraceStep path) {
        com.github.javaparser.ast.body.RecordDeclaration type =
                (com.github.javaparser.ast.body.RecordDeclaration) component.getParentNode().orElseThrow();
        int index = type.getParameters().indexOf(component);
        for (Origin made : stack.makers(TypeLookup.className(type), reader)) {
            List<Expression> arguments = Callers.arguments(made.node());
            if (index < arguments.size()) {
                expression(arguments.get(index), made.place(), inside(made, path));
            }
        }
    }

    private void parameter(Parameter parameter, Activation place, TraceStep path) {
        Node body = parameter.getParentNode().orElseThrow();
        Activation owner = stack.activation(body, place);
        int index = parameters(body).indexOf(parameter);
        List<Entry> entries = owner.entries().get();
        boolean followed = false;
        for (Entry entry : entries) {
            if (!entry.exact()) {
                followed |= handedOver(entry, path);
            } else if (index >= 0 && index < entry.arguments().size()) {
                followed = true;
                TraceStep through = entry.created().isPresent()
                        ? path.inside(wrapper(entry.caller().file(), entry.created().get())) : path;
                expression(entry.arguments().get(index), entry.caller(), through);
            }
        }
        if (!followed && entries.isEmpty()) {
            found.add(new Origin(SourceFile.of(parameter), parameter, target.name(), owner, path, true));
        }
    }

    /** Library code called the user's code back: the value may be what the user's code handed to the library. */
    private boolean handedOver(Entry entry, TraceStep path) {
        int before = found.size();
        entry.receiver().ifPresent(receiver -> expression(receiver, entry.receiving(), path));
        entry.arguments().forEach(argument -> expression(argument, entry.caller(), path));
        return found.size() > before;
    }

    private static List<Parameter> parameters(Node body) {
        if (body instanceof CallableDeclaration<?> callable) {
            return callable.getParameters();
        }
        return body instanceof LambdaExpr lambda ? lambda.getParameters() : List.of();
    }

    private void self(Activation place, TraceStep path) {
        for (Entry entry : place.entries().get()) {
            if (entry.created().isPresent()) {
                expression(entry.created().get(), entry.caller(), path);
            } else if (entry.receiver().isPresent()) {
                expression(entry.receiver().get(), entry.receiving(), path);
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

    private void implicit(Entry entry, TraceStep path) {
        if (depth < MAX_DEPTH) {
            depth++;
            self(entry.caller(), path);
            depth--;
        }
    }

    /** An object that is not the target may hold it: given to its constructor, or made by it. */
    private void creation(ObjectCreationExpr creation, Activation place, TraceStep path) {
        Wrapper wrapper = wrapper(place.file(), creation);
        TraceStep unpacked = path.unpack(wrapper).step("inside " + wrapper.type() + " (" + where(place.file(), creation)
                + ")");
        TraceStep through = RawStreams.buffers(wrapper.type())
                ? unpacked.buffered(new Origin(place.file(), creation, wrapper.type(), place, path, false))
                : unpacked;
        int before = found.size();
        for (Expression argument : creation.getArguments()) {
            expression(argument, place, through);
        }
        if (found.size() > before) {
            return;
        }
        resolver.method(creation)
                .flatMap(resolver::declaration)
                .filter(ConstructorDeclaration.class::isInstance)
                .ifPresent(constructor ->
                        madeByConstructor((ConstructorDeclaration) constructor, creation, place, through));
    }

    private void madeByConstructor(
            ConstructorDeclaration constructor, ObjectCreationExpr creation, Activation place, TraceStep path) {
        Entry entry = new Entry(place, Optional.empty(), creation.getArguments(), Optional.of(creation), true);
        Activation inside = Activation.entered(SourceFile.of(constructor), constructor, entry);
        constructor.getBody().getStatements().stream()
                .filter(statement -> statement instanceof ExplicitConstructorInvocationStmt)
                .flatMap(statement -> ((ExplicitConstructorInvocationStmt) statement).getArguments().stream())
                .forEach(argument -> expression(argument, inside, path));
    }

    private void call(MethodCallExpr call, Activation place, TraceStep path) {
        String name = call.getNameAsString();
        Optional<MethodDeclaration> method = resolver.calledMethod(call);
        boolean unseen = method.flatMap(MethodDeclaration::getBody).isEmpty();
        if (unseen && madeByFunction(call, place, path)) {
            return;
        }
        if (method.isPresent()) {
            int before = found.size();
            stack.implementations(method.get(), call, place).forEach(each -> returned(each, call, place, path));
            if (unseen && found.size() == before && target.className().isEmpty()) {
                found.add(new Origin(place.file(), call, target.name(), place, path, true));
            }
            return;
        }
        int before = found.size();
        Wrapper through = new Wrapper(place.file(), call, name);
        TraceStep inner = path.unpack(through).step("through " + name + "(..) (" + where(place.file(), call) + ")");
        call.getArguments().forEach(argument -> expression(argument, place, inner));
        call.getScope().ifPresent(scope -> expression(scope, place, inner));
        if (found.size() == before && target.className().isEmpty() && isOpenedByLibrary(call)) {
            found.add(new Origin(place.file(), call, target.name(), place, path, true));
        }
    }

    /** Returns whether a method without source, of no class of the JDK, gives the stream. */
    private boolean isOpenedByLibrary(MethodCallExpr call) {
        boolean stream = resolver.isSubtype(call, "java.io.OutputStream")
                || resolver.isSubtype(call, "java.io.InputStream");
        return stream && resolver.method(call).filter(method -> !resolver.isPlatform(method)).isPresent();
    }

    /** A call of a functional interface leads into the lambda or the method that its receiver was set to. */
    private boolean madeByFunction(MethodCallExpr call, Activation place, TraceStep path) {
        int before = found.size();
        List<Functions.Function> functions = call.getScope()
                .map(scope -> new Functions(sources, stack).of(scope, place)).orElse(List.of());
        for (Functions.Function function : functions) {
            Entry entry = new Entry(place, Optional.empty(), call.getArguments(), Optional.empty(), true);
            if (function.expression() instanceof LambdaExpr lambda) {
                SourceFile file = SourceFile.of(lambda);
                Activation inside = Activation.entered(file, lambda, entry);
                TraceStep through = path.step("made by a lambda (" + where(file, lambda) + ")");
                index.returned(lambda).forEach(value -> expression(value, inside, through));
            } else if (function.expression() instanceof MethodReferenceExpr reference) {
                resolver.calledMethod(reference).ifPresent(method -> returned(method, call, place, path));
                madeByReference(reference, call, place, path);
            }
        }
        return found.size() > before;
    }

    /** A call of {@code Type::new} makes the object that the search is for, or one that holds its arguments. */
    private void madeByReference(MethodReferenceExpr reference, MethodCallExpr call, Activation place, TraceStep path) {
        Optional<String> made = Functions.constructed(resolver, reference);
        Optional<String> kind = made.flatMap(type -> target.matchesClass(sources, type));
        if (kind.isPresent()) {
            found.add(new Origin(place.file(), call, kind.get(), place, path, false));
        } else if (made.isPresent()) {
            TraceStep inner = path.unpack(new Wrapper(place.file(), call, made.get()));
            call.getArguments().forEach(argument -> expression(argument, place, inner));
        }
    }

    private void returned(MethodDeclaration method, MethodCallExpr call, Activation place, TraceStep path) {
        Entry entry = new Entry(place, StackFrames.receiver(call), call.getArguments(), Optional.empty(), true);
        SourceFile file = SourceFile.of(method);
        Activation inside = Activation.entered(file, method, entry);
        TraceStep through = path.held(new Holder(file, Holder.Kind.RETURNED, method, method.getNameAsString(), 0))
                .step("returned by " + method.getNameAsString() + " (" + where(file, method) + ")");
        int before = found.size();
        index.returned(method).forEach(value -> expression(value, inside, through));
        List<Origin> opened = found.subList(before, found.size());
        boolean raw = target.className().isEmpty() && !opened.isEmpty() && opened.stream()
                .allMatch(each -> !each.boundary() && each.path().firstBuffer().equals(path.firstBuffer()));
        if (raw && BufferedCallers.anyOf(sources, method, call)) {
            Origin here = new Origin(place.file(), call, opened.get(0).kind(), place, path, false);
            opened.clear();
            found.add(here);
        }
    }

    private Wrapper wrapper(SourceFile file, Expression expression) {
        String type = expression instanceof ObjectCreationExpr creation
                ? resolver.className(creation.getType()).orElse(creation.getType().getNameWithScope()) : "";
        return new Wrapper(file, expression, type);
    }

    private TraceStep inside(Origin made, TraceStep path) {
        return path.inside(wrapper(made.file(), (Expression) made.node()));
    }
}
