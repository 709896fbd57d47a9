package dev.perfhint.source;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a rule asks the rewriter for.
 *
 * @param findingId stable across recordings; becomes part of the fix's id
 * @param creation where the stream is made; for repairs of a call itself any place, it is not used
 * @param frames the hottest recorded stack, Java frames only, innermost first, starting at the JDK's I/O call
 * @param sites all call sites of the finding, by share
 * @param bytesPerCall mean size where the recording shows it
 * @param assuming whether a {@code safe} fix may rest on its assumptions
 * @param target path of the file that the calls are for; empty where the recording does not show it
 * @param measured what the recording shows of the call, one line for the heading of a patch; may be empty
 * @param seen where the stream was seen being created
 * @param observed what was observed that concerns the fix
 */
public record FixRequest(
        String findingId,
        Repair repair,
        Creation creation,
        List<CallSite> frames,
        List<CallSite> sites,
        OptionalDouble bytesPerCall,
        boolean assuming,
        String target,
        String measured,
        CreationStack seen,
        ObservedFacts observed) {
    public FixRequest {
        frames = List.copyOf(frames);
        sites = List.copyOf(sites);
    }

    /** A request under the default assumptions, without a known file or measurement. */
    public FixRequest(String findingId, Repair repair, Creation creation, List<CallSite> frames, List<CallSite> sites,
            OptionalDouble bytesPerCall) {
        this(findingId, repair, creation, frames, sites, bytesPerCall, true, "", "", CreationStack.NONE,
                ObservedFacts.NONE);
    }
}
