package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithParameters;
import dev.perfhint.source.GuardKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/** Runs the bodies of methods and constructors where they are called, each once for equal entries. */
final class Inlining {
    private static final int MAX_DEPTH = 24;
    private static final Value OTHER = Value.Untracked.OTHER;

    /** What a method was run with; its result depends on nothing else. */
    private record Entry(
            int callable, List<Value> arguments, Value self, Phase phase, Map<Integer, Thing> heap,
            List<Integer> handlers) {}

    /** The ways out of a run of a method, as far as they are known. */
    private static final class Summary {
        private final Set<Result> results = new LinkedHashSet<>();
        private final Map<State, Integer> thrown = new HashMap<>();
        private boolean running;
        private boolean asked;
    }

    private final TypestateRun run;
    private final Map<Entry, Summary> summaries = new HashMap<>();
    private final Deque<Node> stack = new ArrayDeque<>();
    private final Deque<Summary> running = new ArrayDeque<>();
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();
    private final Map<Integer, LambdaExpr> lambdas = new HashMap<>();
    private final Deque<Node> sites = new ArrayDeque<>();
    private final Map<Node, Set<Node>> callers = new IdentityHashMap<>();

    Inlining(TypestateRun run) {
        this.run = run;
    }

    /** Returns the calls that are being run, innermost first. */
    Deque<Node> sites() {
        return sites;
    }

    /** Returns the calls in whose place the body was run, at any time. */
    Set<Node> sitesOf(Node body) {
        return callers.getOrDefault(body, Set.of());
    }

    /**
     * Runs a body in the place of its call; the result of equal entries is taken again, a recursion is run to its fixed
     * point.
     */
    Set<Result> inline(Node call, NodeWithParameters<?> callable, CallTransfer.Arguments given, Value self) {
        boolean locks = callable instanceof MethodDeclaration method && method.isSynchronized();
        if (locks || stack.stream().anyMatch(each -> each == callable)) {
            // who has the lock may wait for the bytes, and a recursion may take long
            String name = callable instanceof MethodDeclaration method ? method.getNameAsString() + "()" : "the code";
            State locked = run.flushes.beforeWait(run, call, name, Set.of(given.state())).iterator().next();
            return entered(call, callable, new CallTransfer.Arguments(locked, given.values()), self);
        }
        return entered(call, callable, given, self);
    }

    private Set<Result> entered(Node call, NodeWithParameters<?> callable, CallTransfer.Arguments given, Value self) {
        State state = given.state();
        Node body = (Node) callable;
        callers.computeIfAbsent(body, key -> TypestateRun.identitySet()).add(call);
        if (stack.size() > MAX_DEPTH) {
            throw new TypestateRun.TooLarge(call);
        }
        Entry entry = new Entry(number(body), given.values(), self, state.phase(), state.heap(),
                // a try statement that is entered again sees no more than it did the first time
                Stream.concat(Stream.of(run.handlers.stream().findFirst().map(this::number).orElse(-1)),
                        run.progress.around().stream().map(this::number).distinct()).toList());
        Summary summary = summaries.computeIfAbsent(entry, key -> new Summary());
        if (summary.running) {
            summary.asked = true;
            // it may never come back: the stack has an end
            run.mayThrow(call, state);
        } else if (summary.results.isEmpty() && summary.thrown.isEmpty() || summary.asked) {
            sites.push(call);
            complete(callable, given, self, summary);
            sites.pop();
        }
        State caller = run.creators.contains(body) && state.heap().containsKey(State.BUFFER)
                ? state.withFrame(State.stale(state.frame(), State.BUFFER)) : state;
        summary.thrown.forEach((each, line) -> run.jumps.thrown(back(each, caller), line));
        Set<Result> out = new LinkedHashSet<>();
        summary.results.forEach(each -> out.add(new Result(back(each.state(), caller), each.value())));
        return out;
    }

    /** Returns the lambda as a value, which can be called. */
    Value code(LambdaExpr lambda) {
        lambdas.put(number(lambda), lambda);
        return new Value.Code(number(lambda), run.creators.contains(lambda));
    }

    LambdaExpr lambda(Value.Code code) {
        return lambdas.get(code.node());
    }

    /** Nodes are equal by their text; what is meant is the one at its place. */
    int number(Node node) {
        return numbers.computeIfAbsent(node, key -> numbers.size());
    }

    private void complete(NodeWithParameters<?> callable, CallTransfer.Arguments given, Value self, Summary summary) {
        Node node = (Node) callable;
        node.findCompilationUnit().ifPresent(run.units::add);
        run.executed.add(node);
        if (given.state().phase().holdsBytes()) {
            run.enteredHeld.add(node);
        }
        stack.push(node);
        summary.running = true;
        running.push(summary);
        int known;
        do {
            known = summary.results.size() + summary.thrown.size();
            summary.asked = false;
            once(callable, given, self, summary);
        } while (summary.asked && known < summary.results.size() + summary.thrown.size());
        summary.running = false;
        running.pop();
        // a summary that depends on an unfinished one below it is made again when it is asked for next
        summary.asked = running.stream().anyMatch(each -> each.asked);
        stack.pop();
    }

    private void once(NodeWithParameters<?> callable, CallTransfer.Arguments given, Value self, Summary summary) {
        Map<Object, Value> frame = new HashMap<>();
        if (self != OTHER) {
            frame.put(State.THIS, self);
        }
        State entered = given.state().withFrame(frame);
        int parameters = callable.getParameters().size();
        for (int i = 0; i < given.values().size(); i++) {
            Value value = given.values().get(i);
            boolean plain = i < parameters && !callable.getParameter(i).isVarArgs();
            if (plain) {
                Optional<VariableElement> parameter =
                        run.resolver.variable(callable.getParameter(i));
                if (parameter.isPresent() && given.state().reaches(value)) {
                    run.holders.add(parameter.get());
                }
                entered = parameter.isPresent() ? entered.bind(parameter.get(), value) : entered;
            } else if (given.state().reaches(value)) {
                run.doubt(GuardKind.NO_ALIAS, (Node) callable, "the stream is passed in an array of arguments");
            }
        }
        Jumps outer = run.jumps;
        run.jumps = new Jumps();
        Set<State> end = run.constructors.body((Node) callable, entered);
        end.forEach(state -> summary.results.add(new Result(state, OTHER)));
        summary.results.addAll(run.jumps.returned);
        summary.thrown.putAll(run.jumps.thrown);
        run.jumps = outer;
    }

    /** Returns to the caller's variables; what was created anew meanwhile is no longer the object that they hold. */
    private static State back(State callee, State caller) {
        return callee.withFrame(caller.frame());
    }
}
