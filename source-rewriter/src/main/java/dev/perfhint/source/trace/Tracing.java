package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.NameExpr;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.CreationStack;
import dev.perfhint.source.Holder;
import dev.perfhint.source.Trace;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Activation.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of the tracer on one recorded stack.
 *
 * @param trace the result for a reader
 * @param stream the result for the label and the edits; empty where {@code trace} has no creation
 * @param call the call in the user's code that leads to the I/O, where the line still holds one
 * @param repeated whether that call, or one on the way to it from where the stream is made, stands in a loop
 */
public record Tracing(Trace trace, Optional<TracedStream> stream, Optional<Node> call, boolean repeated) {
    private static final List<String> STREAMS = List.of(
            "java.io.OutputStream", "java.io.InputStream", "java.io.RandomAccessFile", "java.nio.channels.Channel");
    private static final int MAX_CHOICES = 8;
    private static final String BUFFERED = "already buffered by ";

    private Tracing(Trace trace, Optional<TracedStream> stream, Optional<Node> call) {
        this(trace, stream, call, false);
    }

    /** Traces the stream that the innermost frame reads or writes. */
    public static Tracing of(Sources sources, List<CallSite> recorded) {
        return of(sources, recorded, CreationStack.NONE);
    }

    /** Traces the stream that the innermost frame reads or writes, which was seen being created. */
    public static Tracing of(Sources sources, List<CallSite> recorded, CreationStack created) {
        ObservedCreation seen = new ObservedCreation(sources, created);
        Tracing traced = of(sources, recorded, seen);
        boolean settled = traced.stream.isPresent() || traced.trace.changed()
                || traced.trace.note().startsWith(BUFFERED);
        return settled ? traced : seen.alone().map(origin -> alone(sources, origin, traced)).orElse(traced);
    }

    private static Tracing alone(Sources sources, Origin origin, Tracing traced) {
        return new Tracing(new Trace(Optional.of(creation(origin)), List.of("created at " + at(sources, origin)),
                ObservedCreation.NOT_FOLLOWED, false), Optional.of(stream(origin, List.of(origin))), traced.call,
                traced.repeated);
    }

    private static Tracing of(Sources sources, List<CallSite> recorded, ObservedCreation created) {
        if (recorded.isEmpty()) {
            return nothing("the recorded stack is empty");
        }
        CallStack stack = new CallStack(sources, recorded);
        Optional<Integer> first = stack.withSource(0);
        if (first.isEmpty()) {
            return nothing(sources.areCompiledOnly() ? "" : withoutSource(sources, recorded));
        }
        List<Node> calls = stack.calls(first.get());
        if (calls.isEmpty()) {
            boolean differs = stack.frames().get(first.get()).line() > 0;
            return nothing(stack.mismatch(first.get()), differs, Optional.empty());
        }
        Optional<String> obstacle = Resolver.of(sources).obstacle(calls.get(0));
        if (obstacle.isPresent()) {
            return nothing(obstacle.get(), false, Optional.of(calls.get(0)));
        }
        try {
            return search(sources, stack, first.get(), calls, created);
        } catch (StackOverflowError tooDeep) {
            return nothing("data flow too deep");
        }
    }

    /** Returns the method of the user's sources that a recorded frame ran; empty for a lambda or a constructor. */
    public static Optional<MethodDeclaration> methodOf(Sources sources, CallSite frame) {
        return StackFrames.body(sources, frame)
                .map(StackFrames.Body::node)
                .filter(MethodDeclaration.class::isInstance).map(MethodDeclaration.class::cast);
    }

    private static Tracing search(Sources sources, CallStack stack, int frame, List<Node> calls,
            ObservedCreation created) {
        CallSite innermost = stack.frames().get(0);
        RawStreams.Way way = RawStreams.way(innermost);
        Wanted target = Wanted.raw(frame == 0 ? RawStreams.Way.BOTH : way);
        List<Origin> found = new ArrayList<>();
        List<Entry> entries = stack.entries(frame, false);
        boolean oneValue = entries.size() == 1;
        for (Entry entry : entries) {
            List<Origin> here = new ArrayList<>();
            if (entry.receiver().isPresent()) {
                here.addAll(value(sources, stack, target, entry.receiver().get(), entry.receiving()));
            } else {
                here.addAll(ValueFlow.ofThis(sources, stack, target, entry.caller(), TraceStep.START));
            }
            if (here.stream().allMatch(Origin::boundary)) {
                oneValue &= entry.arguments().size() == 1;
                for (Expression argument : entry.arguments()) {
                    here.addAll(value(sources, stack, target, argument, entry.caller()));
                }
            }
            found.addAll(here);
        }
        Optional<Node> call = Optional.of(calls.get(0));
        CallSite site = stack.frames().get(frame);
        return conclude(sources, created, found, oneValue, call, site, stack);
    }

    private static List<Origin> value(
            Sources sources, CallStack stack, Wanted target, Expression value, Activation place) {
        return ValueFlow.of(sources, stack, target, value, place, TraceStep.START).stream()
                .filter(each -> !each.boundary() || isStream(sources, each.node())).toList();
    }

    /** A parameter is a boundary only where its type is a stream's, so that a size or a name never is one. */
    private static boolean isStream(Sources sources, Node node) {
        Resolver resolver = Resolver.of(sources);
        return resolver.type(node)
                .filter(type -> STREAMS.stream().anyMatch(stream -> resolver.isSubtype(type, stream))).isPresent();
    }

    private static Tracing conclude(Sources sources, ObservedCreation created, List<Origin> all, boolean oneValue,
            Optional<Node> call, CallSite site, CallStack stack) {
        List<Origin> ends = distinct(created.settled(raw(all, stack)));
        if (ends.isEmpty() || ends.get(0).boundary() && !stack.stale().isEmpty()) {
            String note = stack.stale().stream().findFirst()
                    .orElse("the creation of the stream used in " + site.className() + "." + site.methodName()
                            + " was not found");
            return nothing(note, stack.differs(), call);
        }
        Origin main = ends.get(0);
        boolean apart = RawStreams.takesBlocksApart(stack.frames());
        Optional<Origin> buffer = ends.stream()
                .flatMap(each -> (apart ? each.path().lastBuffer() : each.path().firstBuffer()).stream()).findFirst();
        if (buffer.isPresent()) {
            return buffered(buffer.get(), main, call, stack);
        }
        String kind = main.kind().substring(main.kind().lastIndexOf('.') + 1);
        if (RawStreams.isAdded(kind) && stack.frames().stream().noneMatch(RawStreams::isAddedFrame)) {
            return nothing(BUFFERED + kind + ": changed since the recording", true, call);
        }
        String followed = all.stream().anyMatch(each -> each == main) ? "" : ObservedCreation.NOT_FOLLOWED;
        String choice = ends.size() == 1 || sameVariable(ends) ? followed
                : "ambiguous: " + ends.size() + " streams reach " + site.className() + "." + site.methodName() + ": "
                        + lines(sources, ends);
        if (ends.size() > 1 && !choice.isEmpty() && (!oneValue || ends.size() > MAX_CHOICES)) {
            return new Tracing(new Trace(Optional.empty(), main.path().steps(), choice, false), Optional.empty(), call);
        }
        TracedStream stream = stream(main, ends);
        List<String> steps = new ArrayList<>(main.path().steps());
        steps.add((main.boundary() ? "handed in at " : "created at ") + at(sources, main));
        return new Tracing(
                new Trace(Optional.of(creation(main)), steps, choice, false),
                Optional.of(stream), call, stack.repeats(main.place().reached()));
    }

    /**
     * Leaves out standard streams, and what is buffered where the recorded call came out of no buffer, if others
     * remain.
     */
    private static List<Origin> raw(List<Origin> ends, CallStack stack) {
        boolean buffered = stack.frames().stream().anyMatch(RawStreams::isBufferFrame);
        List<Origin> raw = ends.stream()
                .filter(each -> !each.kind().startsWith("System.")
                        && (buffered || each.path().firstBuffer().isEmpty())).toList();
        return raw.isEmpty() ? ends : raw;
    }

    /** Where the recorded call came out of the buffer, its creation is told; where not, the source says otherwise. */
    private static Tracing buffered(Origin buffer, Origin main, Optional<Node> call, CallStack stack) {
        boolean recorded = stack.frames().stream().anyMatch(RawStreams::isBufferFrame);
        String simple = buffer.kind().startsWith("java.")
                ? buffer.kind().substring(buffer.kind().lastIndexOf('.') + 1) : buffer.kind();
        Optional<Creation> creation =
                recorded ? Optional.of(creation(new Origin(
                        buffer.file(), buffer.node(), simple, buffer.place(), buffer.path(), false)))
                        : Optional.empty();
        return new Tracing(
                new Trace(creation, main.path().steps(), BUFFERED + simple
                        + (recorded ? "" : ": changed since the recording"), !recorded), Optional.empty(), call);
    }

    /** Created streams go before boundaries. Nodes are compared by identity: equal ones are those with equal text. */
    private static List<Origin> distinct(List<Origin> all) {
        boolean created = all.stream().anyMatch(each -> !each.boundary());
        List<Origin> distinct = new ArrayList<>();
        for (Origin each : all) {
            boolean seen = distinct.stream().anyMatch(other -> other.node() == each.node());
            if (!seen && each.boundary() != created) {
                distinct.add(each);
            }
        }
        return distinct;
    }

    private static boolean sameVariable(List<Origin> ends) {
        List<Holder> first = ends.get(0).path().holders();
        return !first.isEmpty()
                && ends.stream().allMatch(each -> {
                    List<Holder> own = each.path().holders();
                    return !own.isEmpty() && own.get(0).declaration() == first.get(0).declaration();
                });
    }

    private static TracedStream stream(Origin main, List<Origin> ends) {
        List<TracedStream.Located> others = ends.stream()
                .skip(1)
                .filter(each -> each.node() instanceof Expression)
                .map(each -> new TracedStream.Located(each.file(), (Expression) each.node())).toList();
        Expression creation = main.node() instanceof Expression expression
                ? expression : new NameExpr(((Parameter) main.node()).getNameAsString());
        return new TracedStream(
                main.file(), creation, main.boundary(), others, main.path().wrappers(), main.path().holders());
    }

    private static Creation creation(Origin found) {
        Node node = found.node();
        Optional<Node> body = Enclosing.body(node);
        String member = body.map(Tracing::memberName).orElse("");
        String className = Enclosing.className(node);
        int line = node.getBegin().orElseThrow().line;
        int column = node.getBegin().orElseThrow().column;
        return new Creation(className, member, found.file().path(), line, column, found.kind(), found.boundary());
    }

    private static String memberName(Node body) {
        if (body instanceof MethodDeclaration method) {
            return method.getNameAsString();
        }
        if (StackFrames.isConstructor(body)) {
            return "<init>";
        }
        if (body instanceof com.github.javaparser.ast.body.FieldDeclaration field) {
            return field.getVariable(0).getNameAsString();
        }
        if (body instanceof com.github.javaparser.ast.body.InitializerDeclaration block) {
            return block.isStatic() ? "<clinit>" : "<init>";
        }
        return Enclosing.body(body).map(Tracing::memberName).orElse("");
    }

    private static String at(Sources sources, Origin found) {
        return sources.relative(found.file().path()) + ":" + found.node().getBegin().orElseThrow().line;
    }

    private static String lines(Sources sources, List<Origin> ends) {
        return String.join(", ", ends.stream().map(each -> at(sources, each)).sorted().distinct().toList());
    }

    private static String withoutSource(Sources sources, List<CallSite> frames) {
        return frames.stream()
                .flatMap(frame -> sources.otherLanguage(frame.className()).stream()).findFirst()
                .map(file -> sources.relative(file) + " is not Java source: reported, not rewritten")
                .orElse("no frame of the recorded stack has its source under the given directories");
    }

    private static Tracing nothing(String note) {
        return nothing(note, false, Optional.empty());
    }

    private static Tracing nothing(String note, boolean changed, Optional<Node> call) {
        return new Tracing(new Trace(Optional.empty(), List.of(), note, changed), Optional.empty(), call);
    }
}
