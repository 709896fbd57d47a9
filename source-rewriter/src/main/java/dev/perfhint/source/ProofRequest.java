package dev.perfhint.source;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a proof is asked: is this repair of this stream safe.
 *
 * @param sources to look up other classes of the user
 * @param frames the hottest recorded stack, innermost first
 * @param ceiling the best that the fix can be, whatever is proven: what cannot change that is not looked for
 * @param assumptions what a {@code safe} fix may take for granted
 */
public record ProofRequest(
        Sources sources,
        TracedStream stream,
        Repair repair,
        List<CallSite> frames,
        OptionalDouble bytesPerCall,
        Applicability ceiling,
        Assumptions assumptions) {
    public ProofRequest {
        frames = List.copyOf(frames);
    }
}
