package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.SwitchStmt;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.SwitchSettings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;

/**
 * Finds what leads to a recorded call and can be set: the conditions that it stands below, the object that it is made
 * on, the interval that passes before it is made again.
 *
 * <p>One is named only where each step from there to the place that sets it resolves. A condition on what the program
 * reads or counts is none.
 */
public final class Switches {
    private static final int MAX_SWITCHES = 2;
    private static final int MAX_TEXT = 60;
    private static final Set<String> WAITS = Set.of("java.lang.Thread.sleep", "java.util.concurrent.TimeUnit.sleep",
            "java.util.concurrent.locks.LockSupport.parkNanos", "java.lang.Object.wait",
            "java.nio.channels.Selector.select", "java.util.concurrent.BlockingQueue.poll");
    private static final Set<String> SCHEDULES = Set.of(
            "java.util.concurrent.ScheduledExecutorService.scheduleAtFixedRate",
            "java.util.concurrent.ScheduledExecutorService.scheduleWithFixedDelay",
            "java.util.concurrent.ScheduledThreadPoolExecutor.scheduleAtFixedRate",
            "java.util.concurrent.ScheduledThreadPoolExecutor.scheduleWithFixedDelay",
            "java.util.Timer.schedule", "java.util.Timer.scheduleAtFixedRate");

    private final Sources sources;
    private final Resolver resolver;
    private final SwitchSettings settings;
    private final List<String> found = new ArrayList<>();
    private final List<Node> places = new ArrayList<>();
    private Node recorded;

    private Switches(Sources sources, CallStack stack) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.settings = new SwitchSettings(sources, stack);
    }

    /**
     * Returns at most two sentences, those nearest to the call first, each with the line that sets the switch.
     *
     * @param recorded the stack from the call outwards
     */
    public static List<String> of(Sources sources, List<CallSite> recorded) {
        CallStack stack = new CallStack(sources, recorded);
        Switches switches = new Switches(sources, stack);
        for (Optional<Integer> frame = stack.withSource(0); frame.isPresent() && switches.found.size() < MAX_SWITCHES;
                frame = stack.withSource(frame.get() + 1)) {
            List<Node> calls = stack.calls(frame.get());
            if (!calls.isEmpty()) {
                switches.recorded = calls.get(0);
                switches.around(calls.get(0));
            }
        }
        return switches.found.stream().limit(MAX_SWITCHES).toList();
    }

    private void around(Node call) {
        receiver(call);
        Node body = Enclosing.body(call).orElse(call);
        Node inner = call;
        for (Node up : Enclosing.around(call).toList()) {
            if (up instanceof IfStmt choice && inner != choice.getCondition()) {
                condition(choice.getCondition(), "below if (" + text(choice.getCondition()) + ")");
            } else if (up instanceof ConditionalExpr choice && inner != choice.getCondition()) {
                condition(choice.getCondition(), "where " + text(choice.getCondition()));
            } else if (up instanceof BinaryExpr both && inner == both.getRight()) {
                condition(both.getLeft(), "where " + text(both.getLeft()));
            } else if (up instanceof SwitchEntry && up.getParentNode().orElse(up) instanceof SwitchStmt choice) {
                condition(choice.getSelector(), "in a case of switch (" + text(choice.getSelector()) + ")");
            } else if (up instanceof BlockStmt block) {
                guards(block, inner);
            } else if (up instanceof NodeWithBody<?>) {
                up.findAll(MethodCallExpr.class, each -> isOne(WAITS, each) && !each.getArguments().isEmpty())
                        .forEach(wait -> interval(wait, wait.getArgument(0), "after " + text(wait)));
            }
            if (up == body) {
                break;
            }
            inner = up;
        }
        scheduled(body);
    }

    /** A call of an abstract method runs what the object is that was given to the code. */
    private void receiver(Node call) {
        boolean strategy = resolver.method(call).filter(method -> method.getModifiers().contains(Modifier.ABSTRACT)
                && !resolver.isPlatform(method)).isPresent();
        StackFrames.receiver(call).filter(object -> strategy).ifPresent(object -> add(
                settings.of(object, true).filter(Setting::given), "by " + text(object), object));
    }

    /** Statements before the call in its block that leave it unless their condition holds. */
    private void guards(BlockStmt block, Node inner) {
        for (Statement each : block.getStatements()) {
            if (each == inner) {
                return;
            }
            if (each instanceof IfStmt guard && guard.getElseStmt().isEmpty() && leaves(guard.getThenStmt())) {
                condition(guard.getCondition(), "after if (" + text(guard.getCondition()) + ") "
                        + text(last(guard.getThenStmt())));
            }
        }
    }

    private static Statement last(Statement branch) {
        return branch instanceof BlockStmt block && block.getStatements().isNonEmpty()
                ? block.getStatements().getLast().orElseThrow() : branch;
    }

    private static boolean leaves(Statement branch) {
        Statement last = last(branch);
        return last instanceof ReturnStmt || last instanceof ContinueStmt || last instanceof BreakStmt;
    }

    private void condition(Expression condition, String where) {
        operands(condition).stream().filter(each -> !settings.isMark(each)).forEach(each ->
                add(Enclosing.parent(each, BinaryExpr.class).filter(both ->
                        both.getLeft().isNullLiteralExpr() || both.getRight().isNullLiteralExpr()).isPresent()
                                ? settings.ofPresence(each) : settings.of(each, false), where, condition));
    }

    private static List<Expression> operands(Expression condition) {
        if (condition.isEnclosedExpr()) {
            return operands(condition.asEnclosedExpr().getInner());
        }
        if (condition.isUnaryExpr()) {
            return operands(condition.asUnaryExpr().getExpression());
        }
        List<Expression> both = new ArrayList<>();
        if (condition instanceof BinaryExpr binary) {
            both.addAll(operands(binary.getLeft()));
            both.addAll(operands(binary.getRight()));
        }
        return both.isEmpty() ? List.of(condition) : both;
    }

    private boolean isOne(Set<String> calls, MethodCallExpr call) {
        return calls.contains(resolver.ownerOf(call).orElse("") + '.' + call.getNameAsString());
    }

    private void interval(MethodCallExpr wait, Expression time, String where) {
        add(settings.of(time, false).map(set -> set.place() == time ? new Setting(wait, text(wait)) : set), where,
                wait);
    }

    /** The interval at which a timer runs the method or lambda. */
    private void scheduled(Node body) {
        List<Node> given = body instanceof LambdaExpr ? List.of(body)
                : resolver.method(body).flatMap(Callers.of(sources)::of).orElse(List.of());
        given.stream().filter(each -> !(each instanceof MethodCallExpr))
                .flatMap(each -> Enclosing.parent(each, MethodCallExpr.class).stream())
                .filter(call -> isOne(SCHEDULES, call) && call.getArguments().size() > 2)
                .forEach(call -> interval(call, call.getArgument(2), "by " + call.getNameAsString()));
    }

    private void add(Optional<Setting> setting, String where, Node lead) {
        // that a wait is as long as it says there is known
        if (setting.isPresent() && setting.get().place() != recorded
                && places.stream().noneMatch(each -> each == setting.get().place())) {
            Node place = setting.get().place();
            places.add(place);
            found.add(at(place) + ": " + setting.get().what() + (place == lead ? " sets how often the calls are made"
                    : ": the calls are made " + where + ", " + at(lead)));
        }
    }

    private String at(Node node) {
        return SourceFile.of(node).path().getFileName() + ":" + node.getBegin().orElseThrow().line;
    }

    static String text(Node node) {
        String text = node.toString().replaceAll("\\s+", " ").replaceAll(";$", "");
        return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
    }
}
