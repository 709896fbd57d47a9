package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.Sources;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.VariableElement;

/** What the steps of one run of the analysis share. */
final class TypestateRun {
    private static final int MAX_STEPS = 100_000;

    final Sources sources;
    final Resolver resolver;
    final StreamPolicy policy;
    final Doubts doubts;
    final ErrorPaths errors = new ErrorPaths();
    final JdkLookup jdk;
    final LibraryUse library;
    final FlushPlan flushes;
    final boolean ownsConnection;
    final Set<Expression> creations;
    /** Declarations whose type the fix widens. */
    final Set<Node> widened;
    /** Callables that must be run where they are called, because the stream is created in them. */
    final Set<Node> creators;
    final Deque<Node> handlers = new ArrayDeque<>();
    final Set<Node> reached = identitySet();
    /** Calls that do not get the stream and run while bytes are held. */
    final Set<Node> held = identitySet();
    /** Calls that go to the file itself, and are no other handle on it. */
    final Set<Node> spared = identitySet();
    /** Where the stream is written to. */
    final Set<Node> written = identitySet();
    /** Where an input is read that may have read ahead. */
    final Set<Node> readAgain = identitySet();
    /** Calls without source that get the stream. */
    final Set<Node> given = identitySet();
    /** Where the text or the data of an object of any class is made, which runs its code. */
    final Set<Node> callsBack = identitySet();
    final Set<Node> executed = identitySet();
    /** What the run entered while bytes were held. */
    final Set<Node> enteredHeld = identitySet();
    /** Objects of the JDK's that are of another class where they are made of a buffer. */
    final Set<Integer> replaced = new HashSet<>();
    /** Variables that the stream was reached from at some time. */
    final Set<VariableElement> holders = new HashSet<>();
    final Set<String> inspected = new LinkedHashSet<>();
    final Set<CompilationUnit> units = identitySet();
    final StatementTransfer statements = new StatementTransfer(this);
    final ExpressionTransfer expressions = new ExpressionTransfer(this);
    final Inlining inlining = new Inlining(this);
    final CallTransfer calls = new CallTransfer(this);
    final UnseenTransfer unseen = new UnseenTransfer(this);
    final ConstructorTransfer constructors = new ConstructorTransfer(this);
    final StreamTransfer stream = new StreamTransfer(this);
    final Captures captures = new Captures(this);
    final LongWork work = new LongWork(this);
    final GrowingWork growing = new GrowingWork(this);
    final ErrorProgress progress = new ErrorProgress(this);
    final ImplicitExceptions implicit = new ImplicitExceptions(this);
    Jumps jumps = new Jumps();
    /** The code that the run began with. */
    final Node home;
    /** Whether an archive may refuse an entry when it is closed, as an earlier run found. */
    final boolean entriesMayFail;
    /** Whether this run found an entry that may be refused. */
    boolean entriesRefused;
    /** Whether a part of an array is written, whose bounds the buffer checks in its own way. */
    boolean writesRange;
    /** Whether code in view starts threads, or has code run when the program ends. */
    boolean startsThreads;
    /** The object whose method begins the run; its class may be a subclass of the one that declares the method. */
    int self = -1;
    /** What is known of the classes that the sources do not have. */
    final WholeProgram program;
    private final Map<Node, Integer> things = new IdentityHashMap<>();
    private int steps;

    TypestateRun(
            Node home,
            Sources sources,
            StreamPolicy policy,
            Doubts doubts,
            FlushPlan flushes,
            LibraryUse library,
            boolean ownsConnection,
            boolean entriesMayFail,
            WholeProgram program,
            List<Expression> creations,
            Set<Node> widened,
            Set<Node> creators) {
        this.home = home;
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.policy = policy;
        this.doubts = doubts;
        this.flushes = flushes;
        this.jdk = JdkLookup.of(sources);
        this.library = library;
        this.ownsConnection = ownsConnection;
        this.entriesMayFail = entriesMayFail;
        this.program = program;
        this.creations = identitySet();
        this.creations.addAll(creations);
        this.widened = identitySet();
        this.widened.addAll(widened);
        this.creators = creators;
    }

    static <T> Set<T> identitySet() {
        return new IdentitySet<>();
    }

    /** Counts a step; past the limit the program is too large to be proven, and the run ends. */
    void step(Node place) {
        if (++steps > MAX_STEPS) {
            throw new TooLarge(place);
        }
    }

    int thingAt(Node creation) {
        return things.computeIfAbsent(creation, key -> things.size() + 1);
    }

    void doubt(GuardKind guard, Node place, String message) {
        doubts.add(guard, place, message);
    }

    /** Notes that an exception may leave here. */
    State mayThrow(Node place, State state) {
        jumps.thrown(state, Doubts.line(place));
        return state;
    }

    /** Notes a call that does not get the stream, for what it may do while bytes are held. */
    void runsBeside(Node call, State state) {
        progress.runs(call, state);
        if (state.phase().holdsBytes()) {
            held.add(call);
        }
    }

    /** Returns whether the run has looked at the code as it is while bytes are held, or before the stream is there. */
    boolean wentThrough(Node code) {
        return executed.contains(code) && (enteredHeld.contains(code) || code == home || creators.contains(code));
    }

    void note(Node place, String use, String verdict) {
        inspected.add(doubts.where(place) + use + ": " + verdict);
    }

    /** Returns whether a peer waits for the bytes that the state holds. */
    boolean owesFlush(State state) {
        return policy.servesPeer() && state.phase() == Phase.DIRTY;
    }

    static boolean isOneOf(JdkEffect effect, JdkEffect... others) {
        return List.of(others).contains(effect);
    }

    /** The program has more states or calls than are followed. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Node place;

        TooLarge(Node place) {
            super("too large", null, false, false);
            this.place = place;
        }

        Node place() {
            return place;
        }
    }
}
