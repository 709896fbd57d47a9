package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads or writes the fields of a record of a {@code RandomAccessFile} as one block, where they follow each other.
 *
 * <p>The position in the file stays what it was, so seeks around the record may stay too. At most {@code unsafe}: a
 * record that the end of the file cuts off is no longer read in part.
 */
final class RecordBlock {
    /** A field's size in bytes and how a buffer gives or takes it; {@code %s} is the buffer, or buffer and value. */
    private record Field(int bytes, String access) {}

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
    private static final Map<String, Field> WRITES = Map.of(
            "writeBoolean", new Field(1, "%s.put((byte) (%s ? 1 : 0))"),
            "write", new Field(1, "%s.put((byte) (%s))"),
            "writeByte", new Field(1, "%s.put((byte) (%s))"),
            "writeShort", new Field(2, "%s.putShort((short) (%s))"),
            "writeChar", new Field(2, "%s.putChar((char) (%s))"),
            "writeInt", new Field(4, "%s.putInt(%s)"),
            "writeFloat", new Field(4, "%s.putFloat(%s)"),
            "writeLong", new Field(8, "%s.putLong(%s)"),
            "writeDouble", new Field(8, "%s.putDouble(%s)"));

    private final Sources sources;
    private final SourceFile file;
    private final Expression object;
    private final String receiver;
    private final Map<String, Field> fields;
    private final boolean reads;

    private RecordBlock(Sources sources, SourceFile file, Expression object, boolean reads) {
        this.sources = sources;
        this.file = file;
        this.object = object;
        this.receiver = file.text(object);
        this.reads = reads;
        this.fields = reads ? READS : WRITES;
    }

    /** Plans from a recorded call such as {@code file.readInt()}. */
    static Optional<Plan> plan(Sources sources, Node call) {
        if (!(call instanceof MethodCallExpr field)
                || field.getScope().filter(scope -> isRandomAccess(sources, scope)).isEmpty()) {
            return Plan.none();
        }
        boolean reads = READS.containsKey(field.getNameAsString());
        return new RecordBlock(sources, SourceFile.of(call), field.getScope().orElseThrow(), reads).plan(field);
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

    private Optional<Plan> plan(MethodCallExpr call) {
        Optional<Statement> own = StraightLine.statement(call);
        if (own.isEmpty()) {
            return Plan.none();
        }
        List<Statement> block = ((BlockStmt) own.get().getParentNode().orElseThrow()).getStatements();
        List<MethodCallExpr> run = new ArrayList<>();
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
            }
        }
        boolean worth = run.size() > 1 && run.stream().anyMatch(each -> each == call);
        return worth ? Optional.of(plan(run)) : Plan.none();
    }

    private boolean isField(MethodCallExpr call) {
        Field field = fields.get(call.getNameAsString());
        return field != null
                && call.getArguments().size() == (reads ? 0 : 1)
                && call.getScope().filter(scope -> isReceiver(scope)
                        && isRandomAccess(sources, scope)).isPresent()
                && (!call.getNameAsString().equals("write") || isNumber(call.getArgument(0)));
    }

    /** {@code write(byte[])} writes an array, {@code write(int)} a byte. */
    private boolean isNumber(Expression argument) {
        return (argument.isLiteralExpr() || argument.isNameExpr())
                && Resolver.of(sources).type(argument).filter(type -> type.getKind().isPrimitive()).isPresent();
    }

    private boolean isHarmless(MethodCallExpr call) {
        return Resolver.of(sources).ownerOf(call)
                .filter(owner -> owner.startsWith("java.lang.") && !owner.equals("java.lang.System"))
                .isPresent();
    }

    /** A write is a statement of its own, so that the block can take its place. */
    private boolean isWrite(Statement statement) {
        return statement instanceof ExpressionStmt expression
                && expression.getExpression() instanceof MethodCallExpr call
                && isField(call);
    }

    private Plan plan(List<MethodCallExpr> run) {
        Statement first = StraightLine.statement(run.get(0)).orElseThrow();
        Statement last = StraightLine.statement(run.get(run.size() - 1)).orElseThrow();
        int bytes = run.stream().mapToInt(each -> fields.get(each.getNameAsString()).bytes()).sum();
        Imports imports = new Imports(sources);
        String buffer = imports.name(file, first, "java.nio.ByteBuffer");
        String name = Lines.fresh("block", file.text(Enclosing.body(first).orElseThrow()));
        String next = file.lineEnd() + file.indent(first);
        List<Edit> edits = new ArrayList<>();
        edits.add(file.insert(file.start(first),
                buffer + " " + name + " = " + buffer + ".allocate(" + bytes + ");" + next
                + (reads ? receiver + ".readFully(" + name + ".array());" + next : "")));
        for (MethodCallExpr call : run) {
            String access = fields.get(call.getNameAsString()).access();
            edits.add(file.replace(call, reads
                    ? access.formatted(name)
                    : access.formatted(name, file.text(call.getArgument(0)))));
        }
        if (!reads) {
            edits.add(file.insert(file.end(last), next + receiver + ".write(" + name + ".array());"));
        }
        edits.addAll(imports.edits());
        String verb = reads ? "read" : "write";
        return new Plan(
                verb + " the " + run.size() + " fields of " + bytes + " bytes as one block",
                edits,
                List.of(reads
                        ? "a record cut off by the end of the file is no longer partly read"
                        : "if computing a value throws, the fields before it are not written"),
                Applicability.UNSAFE,
                Effect.bytes(bytes, bytes)
                        .in(file, first.getBegin().orElseThrow().line, last.getEnd().orElseThrow().line));
    }
}
