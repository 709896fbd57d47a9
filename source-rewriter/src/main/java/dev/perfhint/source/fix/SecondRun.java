package dev.perfhint.source.fix;

import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.CreationStack;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks at patched sources as a run on a recording of the patched program would.
 *
 * <p>The recorded lines are moved along with the text, so that the same call is looked at.
 */
final class SecondRun {
    private final Sources original;
    private final Sources patched;
    private final Collection<Edit> edits;

    /**
     * @param texts the new text of each patched file
     * @param edits what made them
     * @throws SourceException if one of the texts does not parse
     */
    SecondRun(Sources original, Map<SourceFile, String> texts, Collection<Edit> edits) throws SourceException {
        this.original = original;
        this.patched = original.with(texts);
        this.edits = edits;
    }

    /** Returns whether the request would be answered with the same form again, or with any edit that is safe. */
    boolean editsAgain(FixRequest request, Fix fix) {
        return answer(request)
                .filter(Fix::isOffered)
                .filter(second -> second.title().equals(fix.title())
                        || second.applicability() == Applicability.SAFE)
                .filter(second -> isAtCreation(second, request)).isPresent();
    }

    /** Another stream that may reach the call is another place where this one was seen being created. */
    private boolean isAtCreation(Fix second, FixRequest request) {
        Optional<CallSite> seen = request.seen().frames().stream()
                .filter(frame -> frame.line() > 0 && patched.find(frame.className()).isPresent()).findFirst();
        return seen.isEmpty() || moved(List.of(seen.get())).stream().anyMatch(now -> second.edits().stream()
                .anyMatch(edit -> patched.find(now.className()).filter(file -> file.path().equals(edit.file()))
                        .isPresent() && edit.startLine() <= now.line() && now.line() <= edit.endLine()));
    }

    /** Returns the fix for the request on the patched text; its edits and lines are those of that text. */
    Optional<Fix> answer(FixRequest request) {
        FixRequest again = new FixRequest(
                request.findingId(), request.repair(), request.creation(), moved(request.frames()),
                moved(request.sites()),
                request.bytesPerCall(), request.assuming(), request.target(), request.measured(),
                new CreationStack(moved(request.seen().frames()), request.seen().ordinal(), request.seen().count()),
                request.observed());
        return new Fixer(patched).propose(again);
    }

    private List<CallSite> moved(List<CallSite> frames) {
        List<CallSite> result = new ArrayList<>();
        for (CallSite frame : frames) {
            result.add(original.find(frame.className())
                    .filter(file -> frame.line() > 0 && frame.line() <= file.lineCount())
                    .map(file -> new CallSite(frame.className(), frame.methodName(), line(file, frame.line())))
                    .orElse(frame));
        }
        return result;
    }

    /** Returns where the line's first character that is no space has gone, in the patched file. */
    private int line(SourceFile file, int line) {
        int first = file.lineStart(line);
        while (first < file.text().length() && " \t\f".indexOf(file.text().charAt(first)) >= 0) {
            first++;
        }
        int offset = first;
        for (Edit edit : edits) {
            if (edit.file().equals(file.path()) && edit.startOffset() <= first) {
                // what replaces the place itself counts as far as it goes beyond it
                offset += edit.text().length() - (Math.min(edit.endOffset(), first) - edit.startOffset());
            }
        }
        SourceFile after = patched.file(file.path()).orElse(file);
        return after.line(Math.min(offset, after.text().length()));
    }
}
