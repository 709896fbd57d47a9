package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceFile;
import java.util.Optional;

/** The repairs that need a judgement of value; they are shown with their trade-off and never applied. */
final class Sketches {
    private Sketches() {}

    static Optional<Plan> plan(Repair repair, Optional<Node> call) {
        String where = call.map(node -> " in line " + node.getBegin().orElseThrow().line + " of "
                        + SourceFile.of(node).path().getFileName())
                .orElse("");
        return switch (repair) {
            case DROP_FLUSH -> Optional.of(Plan.sketch(
                    "flush once after the last record, or at a message's end, instead of" + where,
                    "whoever reads the file live sees records later, and a crash loses those still in the buffer"));
            case GROUP_SYNC -> Optional.of(Plan.sketch(
                    "sync once for a group of records instead of" + where,
                    "a crash of the machine loses the records since the last sync: a durability contract"));
            case BATCH_STANDARD_OUTPUT -> Optional.of(Plan.sketch(
                    "print to a PrintStream out = new PrintStream(new BufferedOutputStream(System.out)) and call"
                            + " out.flush() in a finally block behind the loop, instead of printing" + where,
                    "the order with standard error and with other threads changes, and a crash loses the last lines"));
            case READ_ATTRIBUTES_ONCE -> Optional.of(Plan.sketch(
                    "read the attributes once with Files.readAttributes and ask those, instead of" + where,
                    "a missing file is an exception instead of false or 0, and the values are a snapshot"));
            case BLOCK_RANDOM_ACCESS -> Optional.of(Plan.sketch(
                    "read or write blocks through a FileChannel and a ByteBuffer, instead of" + where,
                    "the position, other handles of the file and its length must be followed by hand"));
            default -> Optional.empty();
        };
    }
}
