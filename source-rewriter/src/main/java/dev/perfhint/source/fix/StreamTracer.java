package dev.perfhint.source.fix;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.CreationStack;
import dev.perfhint.source.Trace;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.trace.Tracing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Follows the stream of a recorded I/O call backwards along the recorded stack to the expression that creates it.
 *
 * <p>Frames are Java frames only, innermost first, starting at the JDK's I/O call. A line that no longer holds the
 * recorded call ends the search with a note. Each stack is followed once: {@link Fixer} goes on from what is known
 * here.
 */
public final class StreamTracer {
    private final Sources sources;
    private final Map<List<CallSite>, Tracing> traced = new HashMap<>();

    public StreamTracer(Sources sources) {
        this.sources = sources;
    }

    /** Returns where the edit would go, and how it was found. */
    public Trace trace(List<CallSite> frames) {
        return tracing(frames, CreationStack.NONE).trace();
    }

    /** Returns the same for a stream that was seen being created, which is kept for its fix. */
    public Trace trace(List<CallSite> frames, CreationStack created) {
        return tracing(frames, created).trace();
    }

    Tracing tracing(List<CallSite> frames, CreationStack created) {
        Tracing known = traced.get(frames);
        if (known == null) {
            known = Tracing.of(sources, frames, created);
            traced.put(List.copyOf(frames), known);
        }
        return known;
    }
}
