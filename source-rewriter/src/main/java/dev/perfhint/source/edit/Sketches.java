package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Edit;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The repairs that need a judgement of value: they are shown on the user's own lines with their trade-off, and never
 * applied.
 */
public final class Sketches {
    private static final Map<String, String> OF_BUFFER = Map.ofEntries(
            Map.entry("readByte", "get"), Map.entry("readShort", "getShort"), Map.entry("readChar", "getChar"),
            Map.entry("readInt", "getInt"), Map.entry("readLong", "getLong"), Map.entry("readFloat", "getFloat"),
            Map.entry("readDouble", "getDouble"), Map.entry("readFully", "get"), Map.entry("writeByte", "put"),
            Map.entry("writeShort", "putShort"), Map.entry("writeChar", "putChar"), Map.entry("writeInt", "putInt"),
            Map.entry("writeLong", "putLong"), Map.entry("writeFloat", "putFloat"),
            Map.entry("writeDouble", "putDouble"),
            Map.entry("write", "put"));

    private Sketches() {}

    /** Returns a comment above the statement of the call. */
    public static Edit note(Node call, String text) {
        return Lines.above(SourceFile.of(call), call, "// " + text.replace('\n', ' '));
    }

    static Optional<Plan> plan(Sources sources, FixRequest request, Tracing tracing) {
        Optional<Node> call = tracing.call();
        String where = call.map(Sketches::insteadOf).orElse("");
        List<Edit> edits = call.map(node -> edits(sources, request.repair(), node, tracing.stream())).orElse(List.of());
        return switch (request.repair()) {
            case DROP_FLUSH -> sketch(
                    "flush once after the last record, or at a message's end" + where, edits,
                    "whoever reads the file live sees records later, and a crash loses those still in the buffer");
            case GROUP_SYNC -> sketch(
                    "sync once for a group of records" + where, edits,
                    "a crash of the machine loses the records since the last sync: a durability contract");
            case BATCH_STANDARD_OUTPUT -> sketch(
                    "print to a PrintStream out = new PrintStream(new BufferedOutputStream(System.out)) and call"
                            + " out.flush() in a finally block behind the loop" + where, edits,
                    "the order with standard error and with other threads changes, and a crash loses the last lines");
            case READ_ATTRIBUTES_ONCE -> sketch(
                    "ask the file system once and keep the answer" + where,
                    KeptAnswer.ofReference(sources, request.frames()).orElse(edits),
                    "a file that is made, changed or removed later keeps its first answer");
            case BLOCK_RANDOM_ACCESS -> sketch(
                    "read or write blocks through a FileChannel and a ByteBuffer" + where, edits,
                    "the position, other handles of the file and its length must be followed by hand");
            default -> Optional.empty();
        };
    }

    static String insteadOf(Node call) {
        return ", instead of the call in line " + call.getBegin().orElseThrow().line + " of "
                + SourceFile.of(call).path().getFileName();
    }

    private static Optional<Plan> sketch(String title, List<Edit> edits, String tradeOff) {
        return Optional.of(Plan.sketch(title, edits, tradeOff));
    }

    private static List<Edit> edits(
            Sources sources, Repair repair, Node node, Optional<TracedStream> stream) {
        if (!(node instanceof MethodCallExpr call) || call.getScope().isEmpty()) {
            return List.of();
        }
        return switch (repair) {
            case DROP_FLUSH -> GroupedCalls.applies(sources, call) ? grouped(call, "unflushed") : List.of();
            case GROUP_SYNC -> GroupedCalls.applies(sources, call)
                    ? grouped(call, "unsynced")
                    : SynchronousMode.edits(sources, call, stream);
            case BATCH_STANDARD_OUTPUT -> printed(call);
            case READ_ATTRIBUTES_ONCE -> KeptAnswer.edits(sources, call);
            case BLOCK_RANDOM_ACCESS -> ofBuffer(call);
            default -> List.of();
        };
    }

    /** Where the loop over the records is not in view, a field has to count them. */
    private static List<Edit> grouped(MethodCallExpr call, String counter) {
        Optional<Statement> statement = statement(call);
        if (statement.isEmpty()) {
            return List.of();
        }
        SourceFile file = SourceFile.of(call);
        String indent = file.indent(statement.get());
        String step = Lines.step(file, statement.get());
        return List.of(
                file.insert(file.start(statement.get()),
                        "if (++" + counter + " % 256 == 0) { // and once more behind the last one"
                        + file.lineEnd() + indent + step),
                file.insert(file.end(statement.get()), file.lineEnd() + indent + "}"));
    }

    private static List<Edit> printed(MethodCallExpr call) {
        List<Edit> edits = new ArrayList<>();
        SourceFile file = SourceFile.of(call);
        edits.add(Lines.above(file, call, "// PrintStream out = new PrintStream(new BufferedOutputStream("
                + call.getScope().get() + ")), flushed behind the last line"));
        edits.add(file.replace(call.getScope().get(), "out"));
        return edits;
    }

    private static List<Edit> ofBuffer(MethodCallExpr call) {
        SourceFile file = SourceFile.of(call);
        String method = OF_BUFFER.get(call.getNameAsString());
        Edit note = Lines.above(file, call, method != null && method.startsWith("put")
                ? "// block, a ByteBuffer that channel.write(block, position) writes when it is full"
                : "// block, a ByteBuffer that channel.read(block, position) fills when it is empty");
        return method == null
                ? List.of(note)
                : List.of(note, file.replace(call.getScope().get(), "block"), file.replace(call.getName(), method));
    }

    private static Optional<Statement> statement(Node node) {
        return node instanceof Statement statement ? Optional.of(statement) : node.findAncestor(Statement.class);
    }
}
