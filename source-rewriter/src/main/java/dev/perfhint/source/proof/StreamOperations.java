package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;

/** What reading, writing, flushing and closing the stream does to its states, and where an error of it may go. */
final class StreamOperations {
    private final Flow flow;
    private final StreamGroup group;
    private final Surveillance surveillance;
    private final ErrorPaths errors;
    private final Closers closers;
    private final Doubts doubts;
    private final boolean output;

    StreamOperations(Flow flow, StreamGroup group, Surveillance surveillance, ErrorPaths errors, Doubts doubts,
            boolean output) {
        this.flow = flow;
        this.group = group;
        this.surveillance = surveillance;
        this.errors = errors;
        this.closers = new Closers(doubts);
        this.doubts = doubts;
        this.output = output;
    }

    /** Raises the doubts that only the whole run shows: late closes. */
    void check() {
        closers.check();
    }

    /** Notes that an exception may leave here; returns the states after it. */
    int mayThrow(Node place, int mask) {
        flow.jumps.thrown(mask, Doubts.line(place));
        return mask;
    }

    /** A method of the stream is called. */
    int call(MethodCallExpr e, String wrapper, int in) {
        String method = e.getNameAsString();
        StreamMethods.Effect effect = output ? StreamMethods.onOutput(method) : StreamMethods.onInput(wrapper, method);
        return switch (effect) {
            case WRITE -> StreamMethods.flushesItself(wrapper, method) ? flush(e, wrapper, write(e, wrapper, in))
                    : write(e, wrapper, in);
            case FLUSH -> flush(e, wrapper, in);
            case CLOSE -> close(e.getScope().orElse(e), in);
            case READ -> read(e, in);
            case NONE, FOREIGN -> mayThrow(e, in);
        };
    }

    private int read(Node e, int in) {
        if (!output && (in & Flow.CLOSED) != 0) {
            doubts.add(OwnGuard.SAME_OBJECT, e,
                    "the stream may be read after it was closed: a buffer reports that by another exception");
        }
        int out = (in & Flow.OPEN) != 0 ? in & ~Flow.CLEAN | Flow.DIRTY : in;
        return mayThrow(e, out);
    }

    int write(Node e, String wrapper, int in) {
        if ((in & Flow.CLOSED) != 0) {
            doubts.add(OwnGuard.NO_REUSE, e,
                    "the stream may be written after it was closed: the raw stream reports it,"
                            + " a buffer loses the bytes");
        }
        if ((in & (Flow.FAILED | Flow.FAILING)) != 0) {
            doubts.add(OwnGuard.NO_REUSE, e,
                    "the stream is written again after a failed write: the buffer sends the failed bytes twice");
        }
        if ((in & Flow.OPEN) != 0) {
            errors.write(wrapper, flow.handlers);
        }
        int out = (in & Flow.OPEN) != 0 ? in & ~(Flow.CLEAN | Flow.ABSENT) | Flow.DIRTY : in;
        int failing = (out & Flow.DIRTY) != 0 ? Flow.FAILING : 0;
        flow.jumps.thrown(surveillance.ownsConnection() ? in & ~Flow.DIRTY | failing : in | out | failing, Doubts.line(e));
        return out;
    }

    private int flush(Node e, String wrapper, int in) {
        if ((in & (Flow.FAILED | Flow.FAILING)) != 0) {
            doubts.add(OwnGuard.NO_REUSE, e,
                    "the stream is flushed after a failed write: the buffer sends the failed bytes twice");
        }
        if ((in & Flow.DIRTY) != 0) {
            errors.delivery(e, "flush()", wrapper, flow.handlers);
            flow.jumps.thrown(Flow.FAILING, Doubts.line(e));
        }
        mayThrow(e, surveillance.ownsConnection() ? in & ~Flow.DIRTY : in);
        return (in & Flow.DIRTY) != 0 ? in & ~Flow.DIRTY | Flow.CLEAN : in;
    }

    /** Closes the stream through an expression of the group. */
    int close(Expression through, int in) {
        if ((in & Flow.FAILED) != 0 && output) {
            doubts.add(OwnGuard.NO_REUSE, through,
                    "the stream is closed after a caught write error: the buffer sends the failed bytes twice");
        }
        errors.close(through, group.wrapperOf(through).orElse(""));
        if ((in & Flow.HOLDING) != 0) {
            errors.delivery(through, "close()", group.wrapperOf(through).orElse(""), flow.handlers);
        }
        if (output) {
            closers.close(through, group.wrapperOf(through).orElse(""), in);
        }
        int out = Flow.CLOSED | in & Flow.ABSENT;
        return mayThrow(through, out);
    }
}
