package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.type.TypeKind;

/** What reading, writing, flushing and closing does to the typestate, and where an error of it may go. */
final class StreamTransfer {
    private static final int MAX_DEPTH = 4;
    private static final Set<String> REFUSING = Set.of("writeUTF", "writeObject", "writeUnshared");
    /** Classes whose methods never return null. */
    private static final Set<String> MAKERS = Set.of("java.lang.String", "java.lang.StringBuilder",
            "java.lang.Integer", "java.lang.Long", "java.lang.Double", "java.nio.charset.StandardCharsets");

    private final TypestateRun run;

    StreamTransfer(TypestateRun run) {
        this.run = run;
    }

    /** Applies an effect to the stream through one of the JDK's objects on the way to it. */
    Set<State> operate(Node place, JdkEffect effect, int through, State in, String use) {
        Thing thing = in.thing(through);
        String compatible = "compatible with " + typeName(through, thing);
        Set<State> out = switch (effect) {
            case WRITE, LINE -> {
                Set<State> written = write(place, through, in);
                boolean flushes = effect == JdkEffect.LINE && autoflush(in, through);
                yield flushes ? each(written, state -> flush(place, through, state)) : written;
            }
            case FLUSH -> asked(place, through, in);
            case CLOSE -> close(place, through, in);
            case READ -> read(place, in);
            case OWN -> Set.of(run.mayThrow(place, in));
            case POSITION -> {
                run.doubt(run.policy.isOutput() ? GuardKind.NO_ALIAS : GuardKind.NO_POSITION, place,
                        use + " depends on what the raw stream has: available, skip and mark see the buffer");
                compatible = "not compatible: it sees what the buffer has";
                yield Set.of(run.mayThrow(place, in));
            }
            case RAW -> {
                run.doubt(run.policy.isOutput() ? GuardKind.NO_ALIAS : GuardKind.NO_POSITION, place,
                        use + " goes round the buffer");
                compatible = use.contains("getFD") ? "not compatible: the descriptor does not see buffered bytes"
                        : "not compatible: the channel does not see buffered bytes";
                yield Set.of(run.mayThrow(place, in));
            }
            default -> {
                run.doubt(GuardKind.NO_ALIAS, place, use + " is not known to be harmless");
                compatible = "not proven compatible";
                yield Set.of(run.mayThrow(place, in));
            }
        };
        boolean wrongWay = run.policy.isOutput() ? effect == JdkEffect.READ
                : TypestateRun.isOneOf(effect, JdkEffect.WRITE, JdkEffect.LINE);
        if (wrongWay) {
            run.doubt(GuardKind.NO_ALIAS, place, use + " is not known to be harmless");
        }
        if (!use.equals("close()")) {
            run.note(place, use, compatible);
        }
        return out;
    }

    private String typeName(int through, Thing thing) {
        String name = thing.jdkClass();
        return through == State.BUFFER ? run.policy.streamName() : name.substring(name.lastIndexOf('.') + 1);
    }

    private interface Step {
        Set<State> apply(State state);
    }

    private static Set<State> each(Set<State> states, Step step) {
        Set<State> out = new LinkedHashSet<>();
        states.forEach(state -> out.addAll(step.apply(state)));
        return out;
    }

    private Set<State> read(Node place, State in) {
        if (in.phase() == Phase.CLOSED) {
            run.doubt(GuardKind.NO_REUSE, place,
                    "the stream may be read after it was closed: a buffer reports that by another exception");
        }
        if (in.phase().holdsBytes()) {
            run.readAgain.add(place);
        }
        State out = in.phase().isOpen() ? in.in(Phase.DIRTY) : in;
        run.mayThrow(place, in);
        return Set.of(run.mayThrow(place, out));
    }

    /** Writes through the object, or through code that only writes. */
    Set<State> write(Node place, int through, State in) {
        if (in.phase() == Phase.CLOSED) {
            run.doubt(GuardKind.NO_REUSE, place,
                    "the stream may be written after it was closed: the raw stream reports it,"
                    + " a buffer loses the bytes");
        }
        if (in.phase() == Phase.FAILED || in.phase() == Phase.FAILING) {
            run.doubt(GuardKind.NO_REUSE, place,
                    "the stream is written again after a failed write: the buffer sends the failed bytes twice");
        }
        if (!in.phase().isOpen()) {
            return Set.of(run.mayThrow(place, in));
        }
        run.errors.write(swallows(in, through), run.handlers);
        run.progress.writes();
        run.written.add(place);
        if (mayRefuse(place)) {
            run.mayThrow(place, in);
            run.mayThrow(place, in.in(Phase.DIRTY));
        }
        run.mayThrow(place, in.in(Phase.FAILING));
        return Set.of(in.in(Phase.DIRTY));
    }

    /**
     * Returns whether the call may fail by what it is given: what was written before goes out today. Numbers never do,
     * nor does what is certainly there.
     */
    private boolean mayRefuse(Node place) {
        return !(place instanceof MethodCallExpr call) || REFUSING.contains(call.getNameAsString())
                || !call.getArguments().stream().allMatch(each -> isThere(each, 0));
    }

    private boolean isThere(Expression e, int depth) {
        if (e.isLiteralExpr() && !e.isNullLiteralExpr() || e.isArrayCreationExpr()
                || e instanceof BinaryExpr || run.resolver.type(e).filter(type -> type.getKind().isPrimitive())
                .isPresent()) {
            return true;
        }
        boolean made = e instanceof MethodCallExpr && run.resolver.ownerOf(e).filter(owner -> MAKERS.contains(owner))
                .isPresent();
        return made || depth < MAX_DEPTH && run.resolver.variable(e)
                .flatMap(v -> Assignments.onlyValue(run.resolver, v)).filter(value -> isThere(value, depth + 1))
                .isPresent();
    }

    /** A constructor that writes throws only if that write fails, and then the header is not in the file either. */
    Set<State> header(Node place, int through, State in) {
        if (!run.policy.isOutput()) {
            return read(place, in);
        }
        if (!in.phase().isOpen()) {
            return Set.of(run.mayThrow(place, in));
        }
        run.errors.write(swallows(in, through), run.handlers);
        run.written.add(place);
        return Set.of(in.in(Phase.DIRTY));
    }

    /** Who asks a print stream whether it failed knows that, and may go on when there is room again. */
    private Set<State> asked(Node place, int through, State in) {
        Set<State> out = new LinkedHashSet<>(flush(place, through, in));
        if (swallows(in, through) && run.policy.isOutput() && in.phase() == Phase.DIRTY && place instanceof Expression e
                && run.resolver.type(e).filter(type -> type.getKind() == TypeKind.BOOLEAN).isPresent()) {
            out.add(in.in(Phase.FAILED));
        }
        return out;
    }

    Set<State> flush(Node place, int through, State in) {
        if (in.phase() == Phase.FAILED || in.phase() == Phase.FAILING) {
            run.doubt(GuardKind.NO_REUSE, place,
                    "the stream is flushed after a failed write: the buffer sends the failed bytes twice");
        }
        if (in.phase() != Phase.DIRTY) {
            if (in.phase() == Phase.CLOSED && run.policy.isOutput()) {
                run.doubt(GuardKind.NO_REUSE, place, "the stream may be flushed after it was closed");
            }
            return Set.of(run.mayThrow(place, in));
        }
        run.errors.delivery(place, "flush()", swallows(in, through), run.handlers);
        run.mayThrow(place, in.in(Phase.FAILING));
        if (!run.ownsConnection) {
            run.mayThrow(place, in);
        }
        return Set.of(in.in(Phase.CLEAN));
    }

    /** Closes the object, and the stream with it. */
    Set<State> close(Node place, int through, State in) {
        boolean swallowed = swallows(in, through);
        if (in.phase() == Phase.FAILED && run.policy.isOutput() && !swallowed) {
            run.doubt(GuardKind.NO_REUSE, place,
                    "the stream is closed after a caught write error: the buffer sends the failed bytes twice");
        }
        if (run.policy.isOutput()) {
            run.errors.close(place, swallowed);
            if (in.phase().holdsBytes()) {
                run.errors.delivery(place, "close()", swallowed, run.handlers);
            }
            if (in.phase() == Phase.DIRTY) {
                run.progress.closes(place);
            }
            if (in.phase() == Phase.CLOSED && holdsUnclosed(in, through)) {
                run.doubt(GuardKind.SAME_ORDER, place, "what is closed here has bytes of its own, and the stream below"
                        + " may be closed already: the raw stream reports that, a buffer loses the bytes");
            }
        }
        if (isFragile(in, through)) {
            run.mayThrow(place, in);
        }
        State out = closed(in, through).in(in.phase() == Phase.ABSENT ? Phase.ABSENT : Phase.CLOSED);
        return Set.of(run.mayThrow(place, out));
    }

    private static State closed(State in, int through) {
        State out = in;
        for (int id : chain(in, through)) {
            out = out.with(id, out.thing(id).asClosed());
        }
        return out;
    }

    private static boolean holdsUnclosed(State in, int through) {
        return chain(in, through).stream().map(in::thing)
                .anyMatch(thing -> !thing.closed() && JdkMethods.holdsBytes(thing.jdkClass()));
    }

    private boolean isFragile(State in, int through) {
        return chain(in, through).stream().map(in::thing).anyMatch(thing -> !thing.closed() && (thing.fragile()
                || run.entriesMayFail && JdkMethods.checksEntries(thing.jdkClass())));
    }

    private static boolean autoflush(State in, int through) {
        return chain(in, through).stream().anyMatch(id -> in.thing(id).autoflush());
    }

    private static boolean swallows(State in, int through) {
        return chain(in, through).stream().anyMatch(id -> JdkMethods.swallowsErrors(in.thing(id).jdkClass()));
    }

    /** Returns the JDK's objects from the given one down to the buffer. */
    static Set<Integer> chain(State in, int from) {
        Set<Integer> chain = new LinkedHashSet<>();
        Set<Integer> seen = new HashSet<>();
        int at = from;
        while (in.heap().containsKey(at) && seen.add(at)) {
            chain.add(at);
            if (!(in.thing(at).field(Thing.INNER) instanceof Value.Ref inner)) {
                break;
            }
            at = inner.thing();
        }
        return chain;
    }
}
