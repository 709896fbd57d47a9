package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Evaluates expressions for {@link Flow}: what a call does to the stream, and who could notice the buffer then. */
final class Events {
    private static final int MAXIMUM_DEPTH = 16;
    private static final int MAXIMUM_CALLS = 400;
    private static final Set<String> WRITES_OBJECTS = Set.of("writeObject", "writeUnshared");

    private final List<Expression> creations;
    private final StreamGroup group;
    private final Callees callees;
    private final Surveillance surveillance;
    private final ErrorPaths errors;
    private final Doubts doubts;
    private final boolean output;
    private final Flow flow;
    private final StaticTypes types;
    private final Callbacks callbacks;
    private final Set<Node> reached = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> recursive = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Integer> entries = new IdentityHashMap<>();
    private final Initialisers initialisers;
    private final StreamOperations stream;
    /** Bodies that run now for a call without the stream: their parameters are not the stream. */
    private final Map<Node, Boolean> foreign = new IdentityHashMap<>();
    private final Deque<Node> running = new ArrayDeque<>();
    private final Set<String> done = new HashSet<>();
    private int followed;

    Events(List<Expression> creations, StreamGroup group, Callees callees, Surveillance surveillance,
            StaticTypes types, Doubts doubts, boolean output, List<CompilationUnit> units) {
        this.creations = creations;
        this.group = group;
        this.callees = callees;
        this.surveillance = surveillance;
        this.errors = new ErrorPaths(doubts);
        this.doubts = doubts;
        this.output = output;
        this.flow = new Flow(group, doubts, this);
        this.types = types;
        this.callbacks = new Callbacks(types, units);
        this.initialisers = new Initialisers(types, creations, this::aside);
        this.stream = new StreamOperations(flow, group, surveillance, errors, doubts, output);
    }

    Flow flow() {
        return flow;
    }

    /** Raises the doubts that only the whole run shows: a creation that it did not come to, late closes. */
    void check() {
        stream.check();
        creations.stream().filter(c -> !reached.contains(c)).forEach(c -> doubts.add(OwnGuard.CLOSED, c,
                "how the code comes to create the stream is not followed"));
    }

    ErrorPaths errors() {
        return errors;
    }

    static boolean catchesErrors(CatchClause clause) {
        return List.of(clause.getParameter().getTypeAsString().split("\\s*\\|\\s*")).stream()
                .map(t -> t.substring(t.lastIndexOf('.') + 1))
                .anyMatch(Set.of("IOException", "Exception", "Throwable")::contains);
    }

    boolean namesBase(Expression e) {
        return isBase(e) || Declarations.of(e).filter(this::isGivenBase).isPresent();
    }

    private boolean isBase(Expression e) {
        return Declarations.of(e).filter(group::isBase).isPresent();
    }

    /** True for a parameter of the method that runs now, if it is given the stream's variable. */
    private boolean isGivenBase(Node declaration) {
        if (!(declaration instanceof Parameter parameter) || !(running.peek() instanceof CallableDeclaration<?> callable)
                || !(surveillance.innermost().orElse(null) instanceof NodeWithArguments<?> call)
                || call.getArguments().size() != callable.getParameters().size() || Declarations.isAssigned(parameter)) {
            return false;
        }
        for (int i = 0; i < call.getArguments().size(); i++) {
            if (callable.getParameter(i) == parameter) {
                return isBase(call.getArgument(i));
            }
        }
        return false;
    }

    /** Tells that a loop goes round with the given states. */
    void backEdge(Statement loop, int mask) {
        if (output && (mask & Flow.DIRTY) != 0 && Loops.mayBeEndless(loop)) {
            doubts.add(OwnGuard.NO_OBSERVER, loop, "the loop may run for ever without a flush");
        }
    }

    /** Evaluates an expression and returns the states after it. */
    int eval(Expression e, int in) {
        if (in == 0) {
            return 0;
        }
        if (creations.stream().anyMatch(c -> c == e)) {
            return create(e, in);
        }
        if (e instanceof VariableDeclarationExpr declaration) {
            return declare(declaration, in);
        }
        if (e instanceof AssignExpr assign) {
            return assign(assign, in);
        }
        if (e instanceof MethodCallExpr call) {
            return call(call, in);
        }
        if (e instanceof ObjectCreationExpr construction) {
            return construct(construction, in);
        }
        if (e instanceof LambdaExpr lambda) {
            return in | aside(lambda.getBody(), in);
        }
        if (e instanceof MethodReferenceExpr reference) {
            return surveillance.call(reference, callbacks.kind(reference), reference.toString(), in);
        }
        if (e instanceof ConditionalExpr choice) {
            Flow.Branches b = flow.condition(choice.getCondition(), in);
            return eval(choice.getThenExpr(), b.whenTrue()) | eval(choice.getElseExpr(), b.whenFalse());
        }
        if (e instanceof BinaryExpr b
                && (b.getOperator() == BinaryExpr.Operator.AND || b.getOperator() == BinaryExpr.Operator.OR)) {
            Flow.Branches branches = flow.condition(b, in);
            return branches.whenTrue() | branches.whenFalse();
        }
        if (e instanceof SwitchExpr choice) {
            return flow.chosen(choice.getEntries(), eval(choice.getSelector(), in));
        }
        int out = children(e, in);
        if (e instanceof BinaryExpr sum && sum.getOperator() == BinaryExpr.Operator.PLUS
                && types.of(sum).is(String.class)) {
            out = callBack(e, List.of(sum.getLeft(), sum.getRight()), out);
        }
        if (e instanceof FieldAccessExpr || e instanceof NameExpr) {
            initialisers.field(e, out);
        }
        if (e instanceof UnaryExpr step && step.getOperator().name().endsWith("CREMENT")) {
            surveillance.signal(step.getExpression(), out);
        }
        if (e.isArrayAccessExpr() || e.isArrayCreationExpr() || e.isCastExpr() || e.isFieldAccessExpr()
                || e.isBinaryExpr()) {
            flow.jumps.thrown(out, Doubts.line(e));
        }
        return out;
    }

    private int children(Node e, int in) {
        int out = in;
        for (Node child : e.getChildNodes()) {
            out = child instanceof Expression c ? eval(c, out)
                    : child instanceof com.github.javaparser.ast.ArrayCreationLevel level ? children(level, out) : out;
        }
        return out;
    }

    private int create(Expression e, int in) {
        reached.add(e);
        int before = children(e, in);
        flow.jumps.thrown(before, Doubts.line(e));
        if ((before & (Flow.DIRTY | Flow.FAILED)) != 0) {
            doubts.add(OwnGuard.CLOSED, e, "the stream is created anew while the one before it may hold bytes");
        }
        return Flow.CLEAN;
    }

    private int declare(VariableDeclarationExpr declaration, int in) {
        int out = in;
        for (VariableDeclarator v : declaration.getVariables()) {
            if (group.isBase(v) && v.getInitializer().map(Expression::isNullLiteralExpr).orElse(true)) {
                out = Flow.ABSENT;
            } else if (v.getInitializer().isPresent()) {
                out = eval(v.getInitializer().get(), out);
            }
        }
        return out;
    }

    private int assign(AssignExpr assign, int in) {
        int out = eval(assign.getValue(), assign.getTarget().isNameExpr() ? in : children(assign.getTarget(), in));
        if (isBase(assign.getTarget()) && assign.getValue().isNullLiteralExpr()) {
            if ((out & (Flow.DIRTY | Flow.FAILED)) != 0) {
                doubts.add(OwnGuard.CLOSED, assign, "the variable is set to null before the stream is closed");
            }
            return Flow.ABSENT;
        }
        if (assign.getOperator() == AssignExpr.Operator.PLUS && types.of(assign.getTarget()).is(String.class)) {
            out = callBack(assign, List.of(assign.getValue()), out);
        }
        surveillance.signal(assign.getTarget(), out);
        if (assign.getTarget().isArrayAccessExpr() || assign.getOperator() != AssignExpr.Operator.ASSIGN) {
            flow.jumps.thrown(out, Doubts.line(assign));
        }
        return out;
    }

    private int construct(ObjectCreationExpr e, int in) {
        int out = in;
        for (Expression argument : e.getArguments()) {
            out = eval(argument, out);
        }
        Optional<String> wrapper = inGroup(e);
        if (wrapper.filter(StreamGroup.OWNER::equals).isPresent()) {
            return owner(e, out);
        }
        if (wrapper.isPresent()) {
            out = callBack(e, e.getArguments(), out);
            return StreamMethods.writesHeader(wrapper.get()) ? header(e, wrapper.get(), out) : stream.mayThrow(e, out);
        }
        if (e.getAnonymousClassBody().isPresent()) {
            out = anonymous(e, out);
        }
        Callees.Target target = callees.of(e);
        Optional<String> given = e.getArguments().stream().flatMap(a -> inGroup(a).stream()).findFirst();
        if (given.isPresent() && group.isHandedOver(e)) {
            return stream.write(e, given.get(), out);
        }
        out = callBack(e, e.getArguments(), initialisers.before(e, out));
        return target.isVisible() ? runAll(e, target, out, false)
                : stream.mayThrow(e, surveillance.call(e, target.kind(), "new " + e.getTypeAsString() + "()", out));
    }

    /** Initialises an anonymous object, and runs its methods for what they could notice later. */
    private int anonymous(ObjectCreationExpr e, int in) {
        int out = in;
        for (Node member : e.getAnonymousClassBody().orElseThrow()) {
            if (member instanceof MethodDeclaration method && method.getBody().isPresent()) {
                out |= aside(method.getBody().get(), out);
            }
        }
        initialisers.members(e.getAnonymousClassBody().get(), false, out);
        return out;
    }

    /** Runs the code that the JDK may call on the objects that it is given. */
    private int callBack(Expression place, List<Expression> given, int in) {
        int out = in;
        if ((in & Flow.DIRTY) == 0 || !callbacks.uses(place)) {
            return out;
        }
        for (Expression e : given) {
            boolean seen = e.isLambdaExpr() || e.isMethodReferenceExpr() || e.isNullLiteralExpr()
                    || inGroup(e).isPresent();
            if (seen) {
                continue;
            }
            TypeRef type = types.of(e);
            if (callbacks.isOpaque(type)) {
                out = surveillance.call(place, JdkCalls.Kind.CALLBACK, "code of " + text(e), out);
            }
            for (MethodDeclaration method : callbacks.implicit(type)) {
                out |= inline(place, method, out, false);
            }
        }
        return out;
    }

    private static String text(Expression e) {
        String text = e.toString();
        return e.isNameExpr() || text.length() <= 30 && text.indexOf('\n') < 0 ? text : "an argument";
    }

    /** Runs what the classes of the files do where they stand behind a JDK type. */
    private int behind(Expression object, int in) {
        int out = in;
        if ((in & Flow.DIRTY) != 0) {
            for (MethodDeclaration method : callbacks.behind(object)) {
                out |= inline(object, method, out, false);
            }
        }
        return out;
    }

    /** Going through an object's elements runs its iterator. */
    int iterate(Expression iterable, int in) {
        return callbacks.isPlainIterable(iterable) ? behind(iterable, in)
                : surveillance.call(iterable, JdkCalls.Kind.CALLBACK, "the iterator of " + text(iterable), in);
    }

    /** Closes a resource that is not the stream. */
    int closeOther(Expression resource, int in) {
        if ((in & Flow.DIRTY) == 0) {
            return in;
        }
        Expression place = resource instanceof VariableDeclarationExpr d ? d.getVariable(0).getInitializer().orElse(d)
                : resource;
        TypeRef type = resource instanceof VariableDeclarationExpr d ? types.ofDeclaration(d.getVariable(0))
                : types.of(resource);
        if (surveillance.closes(place, type, in)) {
            return in;
        }
        Optional<MethodDeclaration> close = type.source().stream()
                .flatMap(t -> t.getMethodsByName("close").stream())
                .filter(m -> m.getParameters().isEmpty() && m.getBody().isPresent())
                .findFirst();
        return close.isPresent() ? inline(place, close.get(), in, false)
                : surveillance.call(place, JdkCalls.Kind.UNKNOWN, "close() of " + text(place), in);
    }

    /** A constructor that writes throws only if that write fails, and then the header is not in the file either. */
    private int header(ObjectCreationExpr e, String wrapper, int in) {
        errors.write(wrapper, flow.handlers);
        stream.mayThrow(e, in);
        return (in & Flow.OPEN) != 0 ? in & ~(Flow.CLEAN | Flow.ABSENT) | Flow.DIRTY : in;
    }

    /** Creates the object that owns the stream: field initialisers, then the constructor. */
    private int owner(ObjectCreationExpr e, int in) {
        int out = in;
        for (Node field : group.fields()) {
            Optional<Expression> initial = ((VariableDeclarator) field).getInitializer();
            out = initial.isPresent() ? eval(initial.get(), out) : out;
        }
        Callees.Target target = callees.of(e);
        return target.isVisible() ? runAll(e, target, out, true) : out;
    }

    private int onOwner(MethodCallExpr e, Callees.Target target, int in) {
        if (target.isVisible()) {
            return runAll(e, target, in, true);
        }
        doubts.add(OwnGuard.SAME_OBJECT, e, e.getNameAsString() + "() of the owner is inherited and not followed");
        return in;
    }

    private int call(MethodCallExpr e, int in) {
        int out = e.getScope().map(s -> eval(s, in)).orElse(in);
        for (Expression argument : e.getArguments()) {
            out = eval(argument, out);
        }
        Optional<String> wrapper = e.getScope().flatMap(this::inGroup);
        if (wrapper.filter(StreamGroup.OWNER::equals).isPresent()) {
            return onOwner(e, callees.of(e), out);
        }
        if (wrapper.isPresent()) {
            out = stream.call(e, wrapper.get(), out);
            boolean plain = e.getNameAsString().startsWith("write") && !WRITES_OBJECTS.contains(e.getNameAsString());
            return plain ? out : callBack(e, e.getArguments(), out);
        }
        boolean given = e.getArguments().stream().anyMatch(a -> inGroup(a).isPresent());
        Callees.Target target = callees.of(e);
        if (target.isVisible()) {
            boolean ours = given || group.touchesField(target.bodies());
            if (!ours && (out & Flow.DIRTY) != 0 && !target.fixed()) {
                out = surveillance.call(e, JdkCalls.Kind.CALLBACK, e.getNameAsString() + "(), which a subclass may override,", out);
            }
            target.bodies().forEach(b -> Declarations.enclosingType(b).ifPresent(t -> initialisers.use(t, in)));
            int ran = runAll(e, target, out, ours);
            // a body that always throws or never returns may be replaced by one that does not
            return ours || target.fixed() ? ran : ran | stream.mayThrow(e, out);
        }
        out = callBack(e, e.getArguments(), out);
        if (given) {
            e.getArguments().stream().filter(a -> inGroup(a).isEmpty())
                    .forEach(a -> surveillance.operand(a, e, e.getNameAsString() + "()", in));
            e.getScope().filter(s -> inGroup(s).isEmpty())
                    .ifPresent(s -> surveillance.operand(s, e, e.getNameAsString() + "()", in));
            if (target.kind() == JdkCalls.Kind.FILES) {
                surveillance.call(e, target.kind(), e.getNameAsString() + "()", out);
            }
            Optional<String> through = e.getArguments().stream().flatMap(a -> inGroup(a).stream()).findFirst();
            return inGroup(e).isPresent() ? stream.mayThrow(e, out) : stream.write(e, through.orElse(""), out);
        }
        if (target.kind() == JdkCalls.Kind.EXITS) {
            surveillance.call(e, target.kind(), e.getNameAsString() + "()", out);
            return 0;
        }
        if (target.kind() == JdkCalls.Kind.HARMLESS && e.getScope().isPresent()) {
            types.of(e.getScope().get()).source().ifPresent(t -> initialisers.use(t, in));
            out = behind(e.getScope().get(), out);
        }
        JdkCalls.Kind kind = target.kind() == JdkCalls.Kind.HARMLESS && callbacks.isCodeItself(e)
                ? JdkCalls.Kind.CALLBACK : target.kind();
        return stream.mayThrow(e, surveillance.call(e, kind, e.getNameAsString() + "()", out));
    }

    private Optional<String> inGroup(Expression e) {
        return group.wrapperOf(e).filter(w -> !foreign.getOrDefault(StreamGroup.callable(e), false));
    }

    /** Closes the stream through an expression of the group. */
    int close(Expression through, int in) {
        boolean owner = group.wrapperOf(through).filter(StreamGroup.OWNER::equals).isPresent();
        return owner ? closeOwner(through, in) : stream.close(through, in);
    }

    private int closeOwner(Expression site, int in) {
        if ((in & Flow.OPEN) == 0) {
            return in;
        }
        Optional<MethodDeclaration> close = group.fields().stream()
                .flatMap(f -> Declarations.enclosingType(f).stream())
                .flatMap(t -> t.getMethodsByName("close").stream())
                .filter(m -> m.getParameters().isEmpty())
                .findFirst();
        return close.isPresent() ? inline(site, close.get(), in, true) : in;
    }

    /** Takes a lock, which may have to be waited for; the owner's own lock is nobody else's. */
    int lock(Expression on, int in) {
        int out = eval(on, in);
        boolean own = on.isThisExpr() && group.fields().stream()
                .anyMatch(f -> Declarations.enclosingType(f).equals(Declarations.enclosingType(on)));
        return own || inGroup(on).isPresent() ? out
                : surveillance.call(on, JdkCalls.Kind.WAITS, "synchronized (" + text(on) + ")", out);
    }

    /** Runs the constructor that another one begins with. */
    int delegate(ExplicitConstructorInvocationStmt call, int in) {
        Optional<CallableDeclaration<?>> from = Declarations.ancestor(call, CallableDeclaration.class)
                .map(c -> (CallableDeclaration<?>) c);
        List<CallableDeclaration<?>> bodies = callees.of(call).stream().filter(b -> from.filter(f -> f == b).isEmpty())
                .toList();
        boolean given = from.filter(f -> !foreign.getOrDefault(f, false)).isPresent() && !running.isEmpty();
        return bodies.isEmpty() ? in : runAll(call, new Callees.Target(JdkCalls.Kind.HARMLESS, bodies, () -> true), in, given);
    }

    private int runAll(Node call, Callees.Target target, int in, boolean given) {
        int out = 0;
        for (CallableDeclaration<?> body : target.bodies()) {
            out |= inline(call, body, in, given);
        }
        return out;
    }

    private int inline(Node call, CallableDeclaration<?> callable, int in, boolean given) {
        if (running.contains(callable)) {
            return again(call, callable, in, given);
        }
        if (running.size() > MAXIMUM_DEPTH) {
            if ((in & Flow.DIRTY) != 0 || given) {
                doubts.add(OwnGuard.NO_OBSERVER, call, "calls deeper than that are not followed");
            }
            return stream.mayThrow(call, in);
        }
        if (callable instanceof MethodDeclaration m && m.isSynchronized() && !given && (in & Flow.DIRTY) != 0) {
            surveillance.call(call, JdkCalls.Kind.WAITS, m.getNameAsString() + "(), which is synchronized,", in);
        }
        String key = System.identityHashCode(callable) + "/" + in;
        if (!given && !done.add(key)) {
            return stream.mayThrow(call, in);
        }
        if (++followed > MAXIMUM_CALLS) {
            doubts.add(OwnGuard.NO_OBSERVER, creations.get(0), "more code runs while the stream is open than is followed");
            return stream.mayThrow(call, in);
        }
        Boolean before = foreign.put(callable, !given);
        running.push(callable);
        surveillance.enter(call);
        Jumps outer = flow.jumps;
        flow.jumps = new Jumps();
        int out = body(callable, in);
        if (recursive.remove(callable) && (in & Flow.OPEN) != 0) {
            out |= body(callable, in | Flow.DIRTY);
            recursive.remove(callable);
            if ((out & ~in & (Flow.CLOSED | Flow.FAILED)) != 0) {
                doubts.add(OwnGuard.NO_REUSE, call, "a recursive call may close the stream or go on after an error");
            }
        }
        int thrown = flow.jumps.thrown;
        int dirtyThrowLine = flow.jumps.dirtyThrowLine;
        flow.jumps = outer;
        surveillance.leave();
        running.pop();
        if (before == null) {
            foreign.remove(callable);
        } else {
            foreign.put(callable, before);
        }
        flow.jumps.thrown(thrown, dirtyThrowLine);
        return out;
    }

    private int body(CallableDeclaration<?> callable, int in) {
        entries.put(callable, in);
        return Callees.body(callable).map(b -> flow.run(b, in)).orElse(in) | flow.jumps.returned;
    }

    /** A call of a method that runs already: it may write; the method then runs once more with bytes in the buffer. */
    private int again(Node call, CallableDeclaration<?> callable, int in, boolean given) {
        if (given) {
            recursive.add(callable);
            return (in & Flow.OPEN) != 0 ? in | stream.write(call, "", in) : stream.mayThrow(call, in);
        }
        if ((in & Flow.DIRTY & ~entries.getOrDefault(callable, 0)) != 0) {
            doubts.add(OwnGuard.NO_OBSERVER, call, "a recursive call is not followed");
        }
        return stream.mayThrow(call, in);
    }

    /** Runs code that a call may run later or never, for what it could notice. */
    private int aside(Node body, int in) {
        Jumps outer = flow.jumps;
        flow.jumps = new Jumps();
        int out = (body instanceof Statement s ? flow.run(s, in) : eval((Expression) body, in)) | flow.jumps.returned;
        flow.jumps = outer;
        return out;
    }
}
