package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.trace.Tracing;
import java.util.List;
import java.util.Optional;

/** The repairs that need a judgement of value: a sentence above the user's own line, with its trade-off. */
public final class Sketches {
    private Sketches() {}

    /** Returns a comment above the statement of the call. */
    public static Edit note(Node call, String text) {
        return Lines.above(SourceFile.of(call), call, "// " + text.replace('\n', ' '));
    }

    static Optional<Plan> plan(FixRequest request, Tracing tracing) {
        return switch (request.repair()) {
            case DROP_FLUSH -> sketch(tracing, "flush once after the last record, or at a message's end",
                    "readers of the file see records later; a crash loses those in the buffer");
            case GROUP_SYNC -> sketch(tracing, "sync once for a group of records",
                    "a crash of the machine loses the records since the last sync: a durability contract");
            case BATCH_STANDARD_OUTPUT -> sketch(tracing,
                    "print to a PrintStream out = new PrintStream(new BufferedOutputStream(System.out)) and call"
                            + " out.flush() in a finally block after the loop",
                    "the order relative to standard error and other threads changes; a crash loses the "
                            + "last lines");
            case READ_ATTRIBUTES_ONCE -> sketch(tracing, "ask the file system once and keep the answer",
                    "a file that is created, changed or removed later keeps its first answer");
            case BLOCK_RANDOM_ACCESS -> sketch(tracing,
                    "read or write blocks through a FileChannel and a ByteBuffer",
                    "position, length and other handles of the file must be tracked by hand");
            default -> Optional.empty();
        };
    }

    static String insteadOf(Node call) {
        return ", instead of the call in line " + call.getBegin().orElseThrow().line + " of "
                + SourceFile.of(call).path().getFileName();
    }

    private static Optional<Plan> sketch(Tracing tracing, String title, String tradeOff) {
        String where = tracing.call().map(Sketches::insteadOf).orElse("");
        List<Edit> edits = tracing.call().map(call -> note(call, title)).stream().toList();
        return Optional.of(Plan.sketch(title + where, edits, tradeOff));
    }
}
