package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Proves that a buffer around a stream changes nothing that anybody can observe once the creating code has finished.
 *
 * <p>The stream is followed from its creation through wrappers, variables and visible methods ({@link StreamGroup}).
 * The creating method is then run abstractly ({@link Flow}): on every path, exceptional ones too, the buffer must be
 * empty at the end, and nobody may look while it is not. What is not understood is a doubt; any doubt makes the fix unsafe.
 */
public final class Prover {
    private static final Set<OwnGuard> OUTPUT_GUARDS = EnumSet.of(OwnGuard.CLOSED, OwnGuard.SAME_OBJECT, OwnGuard.NO_OBSERVER,
            OwnGuard.ONE_HANDLE, OwnGuard.ERRORS, OwnGuard.NO_REUSE, OwnGuard.TARGET, OwnGuard.LOCKING);
    private static final Set<OwnGuard> INPUT_GUARDS = EnumSet.of(OwnGuard.SOLE_READER, OwnGuard.SAME_OBJECT, OwnGuard.NO_POSITION,
            OwnGuard.TARGET, OwnGuard.LOCKING);
    private static final Set<OwnGuard> SOCKET_GUARDS =
            EnumSet.of(OwnGuard.SERVED, OwnGuard.CLOSED, OwnGuard.SAME_OBJECT, OwnGuard.ERRORS,
            OwnGuard.NO_REUSE, OwnGuard.LOCKING);

    private Prover() {}

    /** Never throws on odd code: what is not understood is a reason. */
    public static Outcome examine(Subject subject) {
        return switch (subject.repair()) {
            case BUFFER_FILE_OUTPUT, BUFFER_PRINT_STREAM -> stream(subject, true, false);
            case BUFFER_FILE_INPUT -> stream(subject, false, false);
            case BUFFER_SOCKET_OUTPUT -> stream(subject, true, true);
            case BUFFER_SOCKET_INPUT -> stream(subject, false, true);
            case DROP_FLUSH -> display("a flush decides when others see a record and what a crash loses");
            case GROUP_SYNC -> display("a sync per record is a durability contract: fewer lose records in a crash");
            case BATCH_STANDARD_OUTPUT -> display("output appears later, and in another order with standard error");
            default -> new Outcome(Applicability.UNSAFE, List.of("nothing is proven for this form of repair"),
                    List.of(), Set.of(), Set.of(), List.of(), List.of());
        };
    }

    private static Outcome display(String tradeOff) {
        return new Outcome(Applicability.DISPLAY, List.of(tradeOff), List.of(), Set.of(), Set.of(), List.of(),
                List.of());
    }

    private static Outcome stream(Subject subject, boolean output, boolean socket) {
        Doubts doubts = new Doubts(subject.unit());
        StaticTypes types = new StaticTypes(subject.sources());
        Callees callees = new Callees(types, subject.extended());
        StreamGroup group = new StreamGroup(types, callees, new Handover(types, subject.classpath(), output), doubts, output);
        Optional<FlushPlan> plan = socket && output
                ? Optional.of(new FlushPlan(group, doubts, Sockets.isOwn(subject.creation()))) : Optional.empty();
        Surveillance surveillance = new Surveillance(types, doubts, output, Target.path(subject.creation()), plan,
                subject.units());
        List<Expression> creations = new ArrayList<>(List.of(subject.creation()));
        creations.addAll(subject.others());
        Events events = new Events(creations, group, callees, surveillance, types, doubts, output,
                subject.units());

        creations.forEach(group::known);
        creations.forEach(c -> group.follow(c, typeName(subject)));
        if (socket) {
            Sockets.check(subject.creation(), types, doubts, output);
        } else {
            creations.forEach(c -> Target.check(c, types, subject.units(), doubts, output));
            Watchers.check(subject, types, surveillance::concernsOther, doubts, output);
        }
        if (!group.keepers().isEmpty() && !socket) {
            Owners.borrow(group, callees, doubts);
            local(subject.creation(), events, doubts, output, plan);
        } else if (group.fields().isEmpty()) {
            int left = local(subject.creation(), events, doubts, output, plan);
            if (socket && !output && left != 0 && !Sockets.isOwn(subject.creation())) {
                doubts.add(OwnGuard.SOLE_READER, subject.creation(), "the socket comes from elsewhere and stays open:"
                        + " who reads on misses what the buffer holds");
            }
        } else if (socket) {
            doubts.add(output ? OwnGuard.SERVED
                    : OwnGuard.SOLE_READER, subject.creation(),
                    "the stream is kept in a field: who waits for its bytes is not followed");
        } else {
            Owners.examine(subject, group, events, doubts, output);
        }
        events.check();
        creations.forEach(c -> plain(c, types, doubts));
        if (output) {
            events.errors().check();
        }
        Set<OwnGuard> guards = !output ? INPUT_GUARDS : socket ? SOCKET_GUARDS : OUTPUT_GUARDS;
        return outcome(doubts, guards, group, plan);
    }

    private static void plain(Expression creation, StaticTypes types, Doubts doubts) {
        if (!(creation instanceof ObjectCreationExpr object)) {
            return;
        }
        if (object.getAnonymousClassBody().isPresent()) {
            doubts.add(OwnGuard.SAME_OBJECT, creation, "a subclass is created: what it overrides runs at other times");
        } else if (types.of(object.getType()).jdk().isEmpty()) {
            doubts.add(OwnGuard.SAME_OBJECT, creation, object.getTypeAsString() + " is not the JDK's class");
        }
    }

    private static String typeName(Subject subject) {
        Expression e = subject.creation();
        return e.isObjectCreationExpr() ? e.asObjectCreationExpr().getType().getNameAsString()
                : subject.repair().name().endsWith("INPUT") ? "InputStream" : "OutputStream";
    }

    /** Runs the method that creates the stream or its owner; returns the open states in which it may be left. */
    static int local(Expression creation, Events events, Doubts doubts, boolean output, Optional<FlushPlan> plan) {
        Optional<Statement> body = body(StreamGroup.callable(creation));
        if (body.isEmpty()) {
            doubts.add(OwnGuard.CLOSED, creation, "the stream is created outside of a method");
            return 0;
        }
        Flow flow = events.flow();
        int end = flow.run(body.get(), Flow.ABSENT) | flow.jumps.returned;
        int left = (end | flow.jumps.thrown) & Flow.OPEN;
        if (!output) {
            return left;
        }
        if ((end & Flow.HOLDING) != 0) {
            boolean flushed = plan.isPresent() && (flow.jumps.returned & Flow.DIRTY) == 0
                    && body.get() instanceof BlockStmt block && plan.get().atEnd(block);
            if (!flushed) {
                doubts.add(plan.isPresent() ? OwnGuard.SERVED
                        : OwnGuard.CLOSED, creation,
                        "not closed on every path: bytes may stay in the buffer when the method ends");
            }
        }
        if ((flow.jumps.thrown & (plan.filter(FlushPlan::ownsConnection).isPresent()
                ? Flow.DIRTY | Flow.FAILED : Flow.HOLDING)) != 0) {
            doubts.add(OwnGuard.CLOSED, creation, "not closed when an exception leaves"
                    + (flow.jumps.dirtyThrowLine > 0 ? " line " + flow.jumps.dirtyThrowLine : "")
                            + ": the raw stream keeps the bytes, a buffer loses them");
        }
        return left;
    }

    static Optional<Statement> body(Node callable) {
        return callable instanceof CallableDeclaration<?> c ? Callees.body(c).map(Statement.class::cast)
                : callable instanceof InitializerDeclaration i ? Optional.of(i.getBody())
                : callable instanceof LambdaExpr l ? Optional.of(l.getBody())
                : Optional.empty();
    }

    private static Outcome outcome(Doubts doubts, Set<OwnGuard> guards, StreamGroup group, Optional<FlushPlan> plan) {
        List<String> proven = new ArrayList<>();
        for (OwnGuard guard : guards) {
            if (!doubts.has(guard)) {
                proven.add(guard.text());
            }
        }
        Applicability applicability = doubts.isEmpty() ? Applicability.SAFE
                : doubts.has(OwnGuard.SERVED) ? Applicability.DISPLAY : Applicability.UNSAFE;
        List<FlushPoint> flushes = plan.map(FlushPlan::points).orElse(List.of());
        return new Outcome(applicability, doubts.lines(), proven, guards, doubts.guards(),
                group.inspected(), flushes);
    }
}
