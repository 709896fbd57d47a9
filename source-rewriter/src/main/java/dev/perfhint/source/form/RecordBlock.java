package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.Imports;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.hazard.MetHazards;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/**
 * Reads or writes the fields of a record of a {@code RandomAccessFile} as one block, where they follow each other.
 *
 * <p>The position in the file stays what it was, so seeks around the record may stay too. At most {@code unsafe}: a
 * record that the end of the file cuts off is no longer read in part.
 */
record RecordBlock(Sources sources, SourceFile file, Expression object, boolean reads) {
    private static final int MIN_BYTES = 4;

    /** A field's size in bytes and how a buffer gives or takes it; {@code %s} is the buffer, or buffer and value. */
    private record Field(int bytes, String access) {}

    private static final Field OF_ANY_SIZE = new Field(1, "");
    private static final Map<String, Field> READS = Map.ofEntries(
            Map.entry("readBoolean", new Field(1, "(%s.get() != 0)")),
            Map.entry("readByte", new Field(1, "%s.get()")),
            Map.entry("readUnsignedByte", new Field(1, "(%s.get() & 0xFF)")),
            Map.entry("readShort", new Field(2, "%s.getShort()")),
            Map.entry("readUnsignedShort", new Field(2, "(%s.getShort() & 0xFFFF)")),
            Map.entry("readChar", new Field(2, "%s.getChar()")),
            Map.entry("readInt", new Field(4, "%s.getInt()")),
            Map.entry("readFloat", new Field(4, "%s.getFloat()")),
            Map.entry("readLong", new Field(8, "%s.getLong()")),
            Map.entry("readDouble", new Field(8, "%s.getDouble()")));
    private static final Map<String, Field> WRITES = Map.ofEntries(
            Map.entry("writeBoolean", new Field(1, "%s.put((byte) (%s ? 1 : 0))")),
            Map.entry("write", new Field(1, "%s.put((byte) (%s))")),
            Map.entry("writeByte", new Field(1, "%s.put((byte) (%s))")),
            Map.entry("writeShort", new Field(2, "%s.putShort((short) (%s))")),
            Map.entry("writeChar", new Field(2, "%s.putChar((char) (%s))")),
            Map.entry("writeInt", new Field(4, "%s.putInt(%s)")),
            Map.entry("writeFloat", new Field(4, "%s.putFloat(%s)")),
            Map.entry("writeLong", new Field(8, "%s.putLong(%s)")),
            Map.entry("writeDouble", new Field(8, "%s.putDouble(%s)")),
            Map.entry("write[]", OF_ANY_SIZE), Map.entry("writeUTF", OF_ANY_SIZE),
            Map.entry("writeBytes", OF_ANY_SIZE), Map.entry("writeChars", OF_ANY_SIZE));

    /** Plans from a recorded call such as {@code file.readInt()}; the file's other records become blocks with it. */
    static Optional<Plan> plan(Match match, Node call) {
        Sources sources = match.sources();
        if (!(call instanceof MethodCallExpr field)
                || field.getScope().filter(scope -> isRandomAccess(sources, scope)).isEmpty()) {
            return Plan.none();
        }
        boolean perByte = match.request().bytesPerCall().orElse(Double.MAX_VALUE) < 2;
        List<MethodCallExpr> hot = of(sources, field).run(field, perByte);
        if (hot.isEmpty()) {
            return Plan.none();
        }
        List<List<MethodCallExpr>> runs = new ArrayList<>(List.of(hot));
        Resolver resolver = Resolver.of(sources);
        resolver.variable(field.getScope().orElseThrow()).stream()
                .flatMap(variable -> resolver.uses(variable).stream())
                .flatMap(use -> use.getParentNode().stream())
                .filter(MethodCallExpr.class::isInstance).map(MethodCallExpr.class::cast)
                .filter(other -> other.getScope().filter(scope -> isRandomAccess(sources, scope)).isPresent())
                .forEach(other -> {
                    if (runs.stream().flatMap(List::stream).noneMatch(each -> each == other)) {
                        List<MethodCallExpr> run = of(sources, other).run(other, perByte);
                        runs.addAll(run.isEmpty() ? List.of() : List.of(run));
                    }
                });
        return Optional.of(plan(sources, runs));
    }

    private static RecordBlock of(Sources sources, MethodCallExpr call) {
        return new RecordBlock(sources, SourceFile.of(call), call.getScope().orElseThrow(),
                READS.containsKey(call.getNameAsString()));
    }

    /** The same words for the same variable: the object before the dot, if any, is the same then. */
    private boolean isReceiver(Expression scope) {
        Optional<Node> declared = Resolver.of(sources).declarationOf(object);
        return scope.equals(object)
                && declared.isPresent()
                && Resolver.of(sources).declarationOf(scope).filter(each -> each == declared.get()).isPresent();
    }

    private static boolean isRandomAccess(Sources sources, Expression scope) {
        return (scope.isNameExpr() || scope.isFieldAccessExpr())
                && Resolver.of(sources).className(scope).filter("java.io.RandomAccessFile"::equals).isPresent();
    }

    /** Returns the fields that follow each other with the call; none where one block for them saves nothing. */
    private List<MethodCallExpr> run(MethodCallExpr call, boolean perByte) {
        Optional<Statement> own = StraightLine.statement(call);
        if (own.isEmpty()) {
            return List.of();
        }
        List<Statement> block = ((BlockStmt) own.get().getParentNode().orElseThrow()).getStatements();
        List<MethodCallExpr> run = new ArrayList<>();
        boolean seeks = false;
        for (Statement statement : block) {
            List<MethodCallExpr> here = StraightLine.calls(statement).orElse(List.of());
            boolean only = !here.isEmpty() && here.stream().allMatch(each -> isField(each) || isHarmless(each))
                    && here.stream().anyMatch(this::isField);
            if (only && (reads || isWrite(statement))) {
                here.stream().filter(this::isField).forEach(run::add);
            } else if (!StraightLine.callsNothing(statement)) {
                if (run.stream().anyMatch(each -> each == call)) {
                    break;
                }
                run.clear();
                seeks |= here.stream().anyMatch(this::isSeek);
            }
        }
        // a value at a place of its own is a record; those that follow each other are better read by a buffer
        boolean worth = run.size() > 1 || seeks && perByte && bytes(run) >= MIN_BYTES;
        return worth && run.stream().anyMatch(each -> each == call) ? run : List.of();
    }

    /** A seek of the file, or an own method that seeks it. */
    private boolean isSeek(MethodCallExpr call) {
        Resolver resolver = Resolver.of(sources);
        return call.getNameAsString().equals("seek") && call.getScope().filter(this::isReceiver).isPresent()
                || call.getScope().isEmpty() && resolver.calledMethod(call).stream()
                        .flatMap(own -> own.findAll(MethodCallExpr.class).stream())
                        .anyMatch(each -> each.getNameAsString().equals("seek")
                                && each.getScope().filter(this::isReceiver).isPresent());
    }

    private int bytes(List<MethodCallExpr> run) {
        return run.stream().mapToInt(each -> field(each).orElseThrow().bytes()).sum();
    }

    /** {@code write(byte[])} writes an array, {@code write(int)} a byte. */
    private Optional<Field> field(MethodCallExpr call) {
        boolean array = call.getNameAsString().equals("write") && Resolver.of(sources).type(call.getArgument(0))
                .filter(type -> type.getKind() == TypeKind.ARRAY).isPresent();
        return Optional.ofNullable((reads ? READS : WRITES).get(call.getNameAsString() + (array ? "[]" : "")));
    }

    private boolean isField(MethodCallExpr call) {
        return call.getArguments().size() == (reads ? 0 : 1)
                && call.getScope().filter(scope -> isReceiver(scope)
                        && isRandomAccess(sources, scope)).isPresent()
                && field(call).isPresent();
    }

    private boolean isHarmless(MethodCallExpr call) {
        return Resolver.of(sources).ownerOf(call)
                .filter(owner -> owner.startsWith("java.lang.") && !owner.equals("java.lang.System")).isPresent();
    }

    /** A write is a statement of its own, so that the block can take its place. */
    private boolean isWrite(Statement statement) {
        return statement instanceof ExpressionStmt expression
                && expression.getExpression() instanceof MethodCallExpr call && isField(call);
    }

    private static Plan plan(Sources sources, List<List<MethodCallExpr>> runs) {
        Imports imports = new Imports(sources);
        List<Edit> edits = new ArrayList<>();
        List<Hazard> reasons = new ArrayList<>();
        StringBuilder names = new StringBuilder();
        for (List<MethodCallExpr> run : runs) {
            RecordBlock block = of(sources, run.get(0));
            block.edit(run, imports, names, edits);
            if (!block.reads) {
                reasons.addAll(MetHazards.between(new OutwardCalls(Resolver.of(sources)), run,
                        StraightLine.statement(run.get(run.size() - 1)).orElseThrow(), false));
            }
            if (block.reads || run.size() > 1) {
                reasons.add(Hazard.at(HazardKind.LATE, run.get(run.size() - 1), block.reads
                        ? "a record that the end of the file cuts off is no longer partly read"
                        : "the record is written here: if computing a value throws, none of its fields is"));
            }
        }
        edits.addAll(imports.edits());
        List<MethodCallExpr> hot = runs.get(0);
        RecordBlock first = of(sources, hot.get(0));
        int bytes = first.bytes(hot);
        String what = hot.size() == 1 ? "value" : hot.size() + " fields";
        return new Plan(
                (first.reads ? "read the " : "write the ") + what
                        + (first.isSized(hot) ? " of " + bytes + " bytes" : "") + " as one block"
                        + (runs.size() == 1 ? "" : ", and " + (runs.size() - 1) + " more of the file's records"),
                edits, reasons, Applicability.UNSAFE,
                Effect.blocks(bytes, runs.size() == 1 && first.isSized(hot) ? bytes : Effect.DEFAULT_BUFFER_BYTES)
                        .in(first.file, hot.get(0).getBegin().orElseThrow().line,
                                hot.get(hot.size() - 1).getEnd().orElseThrow().line));
    }

    private void edit(List<MethodCallExpr> run, Imports imports, StringBuilder names, List<Edit> edits) {
        Statement first = StraightLine.statement(run.get(0)).orElseThrow();
        Statement last = StraightLine.statement(run.get(run.size() - 1)).orElseThrow();
        if (!isSized(run)) {
            join(run, imports, edits);
            return;
        }
        String buffer = imports.name(file, first, "java.nio.ByteBuffer");
        String name = Lines.fresh("block", file.text(Enclosing.body(first).orElseThrow()) + names);
        names.append(' ').append(name).append(' ');
        String next = file.lineEnd() + file.indent(first);
        edits.add(file.insert(file.start(first),
                buffer + " " + name + " = " + buffer + ".allocate(" + bytes(run) + ");" + next
                + (reads ? file.text(object) + ".readFully(" + name + ".array());" + next : "")));
        for (MethodCallExpr call : run) {
            String access = (reads ? READS : WRITES).get(call.getNameAsString()).access();
            edits.add(file.replace(call, reads
                    ? access.formatted(name) : access.formatted(name, file.text(call.getArgument(0)))));
        }
        if (!reads) {
            edits.add(file.insert(file.end(last), next + file.text(object) + ".write(" + name + ".array());"));
        }
    }

    private boolean isSized(List<MethodCallExpr> run) {
        return run.stream().noneMatch(each -> field(each).orElseThrow() == OF_ANY_SIZE);
    }

    /** Puts fields of any size into one array, and writes that. */
    private void join(List<MethodCallExpr> run, Imports imports, List<Edit> edits) {
        Statement first = StraightLine.statement(run.get(0)).orElseThrow();
        Statement last = StraightLine.statement(run.get(run.size() - 1)).orElseThrow();
        String body = file.text(Enclosing.body(first).orElseThrow());
        String array = imports.name(file, first, "java.io.ByteArrayOutputStream");
        String data = imports.name(file, first, "java.io.DataOutputStream");
        String bytes = Lines.fresh("bytes", body);
        String fields = Lines.fresh("fields", body);
        String next = file.lineEnd() + file.indent(first);
        edits.add(file.insert(file.start(first), array + " " + bytes + " = new " + array + "();" + next
                + data + " " + fields + " = new " + data + "(" + bytes + ");" + next));
        run.forEach(call -> edits.add(file.replace(call.getScope().orElseThrow(), fields)));
        edits.add(file.insert(file.end(last), next + file.text(object) + ".write(" + bytes + ".toByteArray());"));
    }
}
