package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a {@code RandomAccessFile} that a method opens with mode {@code "r"}, and seeks in, from a mapping of the file.
 *
 * <p>Only where every use of the file is one that a mapping has too and nobody in the method catches the end of the
 * file; at most {@code unsafe}.
 */
final class MappedReads {
    private static final List<String> NOT_FILES = List.of("/dev/", "/proc/", "/sys/");
    // a page fault brings at least one page, as a rule sixteen
    private static final int PAGE_BYTES = 4096;
    private static final int FAULT_AROUND_BYTES = 65536;

    private final SourceFile file;
    private final VariableDeclarator local;
    private final BlockStmt scope;
    private final List<NameExpr> uses;

    private MappedReads(SourceFile file, VariableDeclarator local, BlockStmt scope, List<NameExpr> uses) {
        this.file = file;
        this.local = local;
        this.scope = scope;
        this.uses = uses;
    }

    /**
     * Plans for a file that is opened and read in one method.
     *
     * @param repeated whether the recorded call is made in a loop: for a few calls a mapping costs more than it saves
     */
    static Optional<Plan> plan(Sources sources, TracedStream stream, boolean repeated) {
        Optional<VariableDeclarator> local = Optional.of(stream.creation())
                .filter(creation -> repeated && !stream.boundary() && stream.others().isEmpty())
                .filter(creation -> opensForReading(sources, creation))
                .flatMap(Node::getParentNode)
                .filter(parent -> parent instanceof VariableDeclarator && !Enclosing.isField(parent))
                .map(VariableDeclarator.class::cast);
        Optional<BlockStmt> scope = local.flatMap(MappedReads::scope);
        if (scope.isEmpty()) {
            return Plan.none();
        }
        List<NameExpr> uses = Resolver.of(sources).names(local.get());
        MappedReads mapped = new MappedReads(stream.file(), local.get(), scope.get(), uses);
        boolean known = uses.stream().allMatch(mapped::isKnown);
        return known ? Optional.of(mapped.plan(sources)) : Plan.none();
    }

    private static boolean opensForReading(Sources sources, Node creation) {
        return creation instanceof ObjectCreationExpr made
                && Resolver.of(sources).className(made.getType()).filter("java.io.RandomAccessFile"::equals).isPresent()
                && made.getArguments().size() == 2
                && made.getArgument(1) instanceof StringLiteralExpr mode
                && mode.getValue().equals("r")
                && made.getArgument(0).findAll(StringLiteralExpr.class).stream()
                        .noneMatch(part -> NOT_FILES.stream().anyMatch(part.getValue()::startsWith));
    }

    /**
     * Returns the block behind the local's declaration: the rest of its own, or that of the try it is a resource of.
     */
    private static Optional<BlockStmt> scope(VariableDeclarator local) {
        Optional<Node> holder = local.getParentNode().flatMap(Node::getParentNode);
        return holder.filter(TryStmt.class::isInstance).map(attempt -> ((TryStmt) attempt).getTryBlock())
                .or(() -> holder.filter(ExpressionStmt.class::isInstance)
                        .flatMap(Node::getParentNode)
                        .filter(BlockStmt.class::isInstance)
                        .map(BlockStmt.class::cast));
    }

    private boolean isKnown(NameExpr use) {
        if (!(use.getParentNode().orElseThrow() instanceof MethodCallExpr call)
                || call.getScope().filter(each -> each == use).isEmpty()) {
            return false;
        }
        if (call.getNameAsString().equals("close")) {
            return isLast(call);
        }
        Optional<String> replacement = replacement(call, "");
        boolean statement = call.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent();
        return replacement.isPresent()
                && !(statement && replacement.get().startsWith("("))
                && isReadHere(call);
    }

    /** A file that is closed in the middle can be read no more, a mapping can. */
    private boolean isLast(MethodCallExpr close) {
        Optional<Node> statement = close.getParentNode();
        Optional<Node> block = statement.flatMap(Node::getParentNode);
        boolean ends = block.filter(each -> each instanceof BlockStmt all
                        && all.getStatement(all.getStatements().size() - 1) == statement.get())
                .isPresent();
        boolean atEnd = block.filter(each -> each == scope
                        || each.getParentNode()
                                .filter(parent -> parent instanceof TryStmt attempt
                                        && attempt.getFinallyBlock().filter(last -> last == each).isPresent())
                                .isPresent())
                .isPresent();
        return ends && atEnd;
    }

    /** Inside the scope, by no code that runs later, and not where somebody waits for the end of the file. */
    private boolean isReadHere(MethodCallExpr call) {
        for (Node node = call; node != scope; node = node.getParentNode().get()) {
            boolean caught = node.getParentNode()
                    .filter(parent -> parent instanceof TryStmt attempt && !attempt.getCatchClauses().isEmpty())
                    .isPresent();
            if (caught || node instanceof LambdaExpr || node instanceof BodyDeclaration<?>
                    || node.getParentNode().isEmpty()) {
                return false;
            }
        }
        boolean resource = scope.getParentNode().filter(TryStmt.class::isInstance).isPresent();
        return !resource || ((TryStmt) scope.getParentNode().get()).getCatchClauses().isEmpty();
    }

    private Optional<String> replacement(MethodCallExpr call, String map) {
        List<String> arguments = call.getArguments().stream().map(file::text).toList();
        String all = String.join(", ", arguments);
        return switch (call.getNameAsString() + arguments.size()) {
            case "seek1" -> Optional.of(map + ".position(Math.toIntExact(" + all + "))");
            case "read0" -> Optional.of("(" + map + ".hasRemaining() ? " + map + ".get() & 0xFF : -1)");
            case "readFully1", "readFully3" -> Optional.of(map + ".get(" + all + ")");
            case "getFilePointer0" -> Optional.of("(long) " + map + ".position()");
            case "length0" -> Optional.of("(long) " + map + ".limit()");
            default -> arguments.isEmpty() ? RecordBlock.read(call.getNameAsString(), map) : Optional.empty();
        };
    }

    private Plan plan(Sources sources) {
        Imports imports = new Imports(sources);
        String type = imports.name(file, scope, "java.nio.MappedByteBuffer");
        String channel = imports.name(file, scope, "java.nio.channels.FileChannel");
        String name = local.getNameAsString();
        String map = Lines.fresh("map", file.text(Enclosing.body(local).orElseThrow()));
        String line = type + " " + map + " = " + name + ".getChannel().map(" + channel + ".MapMode.READ_ONLY, 0, "
                + name + ".length());";
        List<Edit> edits = new ArrayList<>();
        Node holder = local.getParentNode().flatMap(Node::getParentNode).orElseThrow();
        if (holder instanceof Statement declaration && !(holder instanceof TryStmt)) {
            edits.add(file.insert(file.end(declaration), file.lineEnd() + file.indent(declaration) + line));
        } else {
            String indent = file.indent(scope.getStatement(0));
            edits.add(file.insert(file.start(scope) + 1, file.lineEnd() + indent + line));
        }
        for (NameExpr use : uses) {
            MethodCallExpr call = (MethodCallExpr) use.getParentNode().orElseThrow();
            replacement(call, map).ifPresent(text -> edits.add(file.replace(call, text)));
        }
        edits.addAll(imports.edits());
        return new Plan(
                "map the file and read from the mapping instead of the RandomAccessFile",
                edits,
                List.of(
                        "a read behind the end of the file throws BufferUnderflowException, which is no EOFException",
                        "a seek behind the end of the file is an error at once",
                        "a file of more than 2 GiB, or one that is no regular file, cannot be mapped so",
                        "the length is that of the moment of the opening; when others shorten the file, a read of "
                                + "what is"
                                + " gone is an InternalError",
                        "the mapping lives until it is collected, and keeps the file from being deleted on Windows"),
                Applicability.UNSAFE,
                Effect.bytes(PAGE_BYTES, FAULT_AROUND_BYTES));
    }
}
