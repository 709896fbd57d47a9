package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.LabeledStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Groups the flush, sync or commit of each record: once for every {@value #GROUP} rounds of the loop and once behind
 * it.
 *
 * <p>A commit is only shown, and so is every loop that waits, ends the method or never ends, or for a sync calls what
 * may tell others that a record is stored. Else at most {@code unsafe}.
 */
final class GroupedCalls {
    private static final int GROUP = 256;
    private static final Set<String> WAITS = Set.of(
            "java.lang.Thread", "java.lang.Object", "java.lang.Process", "java.net.Socket", "java.net.ServerSocket",
            "java.nio.channels.SocketChannel", "java.nio.channels.Selector");

    private final Sources sources;
    private final FixRequest request;
    private final Kind kind;
    private final SourceFile file;
    private final ExpressionStmt statement;
    private final Node variable;
    private final Statement loop;

    /** What is called for each record, of which class, and how a record that it was not yet called for is named. */
    private enum Kind {
        FLUSH("java.io.Flushable", "flush", "unflushed"),
        FORCE("java.nio.channels.FileChannel", "force", "unsynced"),
        SYNC("java.io.FileDescriptor", "sync", "unsynced"),
        COMMIT("java.sql.Connection", "commit", "uncommitted");

        private final String owner;
        private final String method;
        private final String pending;

        Kind(String owner, String method, String pending) {
            this.owner = owner;
            this.method = method;
            this.pending = pending;
        }

        static Optional<Kind> of(Sources sources, MethodCallExpr call) {
            for (Kind kind : values()) {
                boolean same = call.getNameAsString().equals(kind.method) && call.getScope().isPresent()
                        && Resolver.of(sources).isSubtype(call.getScope().get(), kind.owner);
                if (same) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    private GroupedCalls(
            Sources sources, FixRequest request, Kind kind, ExpressionStmt statement, Node variable, Statement loop) {
        this.sources = sources;
        this.request = request;
        this.kind = kind;
        this.file = SourceFile.of(statement);
        this.statement = statement;
        this.variable = variable;
        this.loop = loop;
    }

    /** Plans from the recorded call; empty where it is none of these, stands in no loop or is grouped already. */
    static Optional<Plan> plan(Sources sources, FixRequest request, Node recorded) {
        if (!(recorded instanceof MethodCallExpr call)
                || !(call.getParentNode().orElse(null) instanceof ExpressionStmt statement)
                || !(statement.getParentNode().orElse(null) instanceof BlockStmt)) {
            return Plan.none();
        }
        Optional<Kind> kind = Kind.of(sources, call);
        Optional<Node> variable = root(call).flatMap(Resolver.of(sources)::declarationOf);
        if (kind.isEmpty() || variable.isEmpty()) {
            return Plan.none();
        }
        return loop(sources, statement, variable.get())
                .map(loop -> new GroupedCalls(
                        sources, request, kind.get(), statement, variable.get(), loop).plan());
    }

    private static Optional<NameExpr> root(Expression call) {
        Expression at = call;
        while (at instanceof MethodCallExpr each && each.getScope().isPresent()) {
            at = each.getScope().get();
        }
        return at.toNameExpr();
    }

    /** Returns the outermost loop of the method that the variable keeps its value in. */
    private static Optional<Statement> loop(Sources sources, Statement statement, Node variable) {
        Optional<Statement> loop = Optional.empty();
        for (Optional<Node> up = statement.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            Node at = up.get();
            boolean grouped = at instanceof IfStmt test && !test.getCondition().findAll(BinaryExpr.class, each ->
                    each.getOperator() == BinaryExpr.Operator.REMAINDER).isEmpty();
            if (grouped) {
                return Optional.empty();
            }
            if (at instanceof LambdaExpr || at instanceof BodyDeclaration<?> || isInside(variable, at)) {
                break;
            }
            boolean assigned = ValueIndex.of(sources).assignments(variable).stream()
                    .anyMatch(each -> isInside(each, at));
            if (assigned) {
                break;
            }
            if (at instanceof NodeWithBody<?> && at instanceof Statement each
                    && anchor(each).getParentNode().filter(BlockStmt.class::isInstance).isPresent()) {
                loop = Optional.of(each);
            }
        }
        return loop;
    }

    private static boolean isInside(Node node, Node outer) {
        return node == outer || Enclosing.isAround(outer, node);
    }

    private static Statement anchor(Statement loop) {
        return loop.getParentNode().filter(LabeledStmt.class::isInstance).map(LabeledStmt.class::cast)
                .map(Statement.class::cast).orElse(loop);
    }

    private Plan plan() {
        List<String> obstacles = new ArrayList<>();
        List<String> doubts = new ArrayList<>();
        if (kind == Kind.COMMIT) {
            obstacles.add("the rows of a group are committed or rolled back together and hold their locks "
                                  + "until then");
        }
        if (isEndless()) {
            obstacles.add("the loop has no exit where the last records could be written");
        }
        loop.findAll(ReturnStmt.class, each -> isOwn(each)).stream().findFirst()
                .ifPresent(exit -> obstacles.add("line " + line(exit) + " leaves the method inside the loop"));
        calls(obstacles, doubts);
        List<String> reasons = new ArrayList<>(obstacles);
        reasons.addAll(doubts);
        String held = "up to " + (GROUP - 1) + " records";
        reasons.add(kind == Kind.FLUSH
                ? held + " come later, or are lost where an exception leaves the loop"
                : held + " stay " + kind.pending + " where an exception leaves the loop or the machine stops");
        return new Plan(
                kind.method + " once for " + GROUP + " iterations and once after the loop, instead of each "
                                                             + "time",
                edits(), reasons, obstacles.isEmpty() ? Applicability.UNSAFE : Applicability.DISPLAY,
                Effect.EXPECTED.in(file, line(loop), loop.getEnd().orElseThrow().line));
    }

    private boolean isEndless() {
        return loop.toForStmt().filter(each -> each.getCompare().isEmpty()).isPresent()
                || loop.toWhileStmt().filter(each -> each.getCondition().isBooleanLiteralExpr()).isPresent();
    }

    private boolean isOwn(Node node) {
        return Enclosing.body(node).equals(Enclosing.body(loop));
    }

    /** Looks at what else the loop calls: for each thing that may wait or tell, a line. */
    private void calls(List<String> obstacles, List<String> doubts) {
        QuietCalls quiet = new QuietCalls(sources);
        Resolver resolver = Resolver.of(sources);
        for (MethodCallExpr call : loop.findAll(MethodCallExpr.class)) {
            Optional<String> owner = resolver.ownerOf(call);
            if (isOnStream(call) || owner.filter(GroupedCalls::isBuffer).isPresent() || quiet.isQuiet(call)) {
                continue;
            }
            String what = "line " + line(call) + ": " + call.getNameAsString();
            boolean waits = owner.filter(each -> WAITS.contains(each) || each.startsWith("java.util.concurrent."))
                    .isPresent();
            boolean reads = call.getScope().filter(scope -> resolver.isSubtype(scope, "java.io.Reader")
                    || resolver.isSubtype(scope, "java.io.InputStream")).isPresent();
            if (waits) {
                obstacles.add(what + " may wait for the next record while others are held back");
            } else if (reads) {
                doubts.add(what + " may wait for the next record while others are held back");
            } else if (kind != Kind.FLUSH) {
                obstacles.add(what + " may report a record as stored");
            } else {
                doubts.add(what + " may read the written data, or wait");
            }
        }
    }

    private static boolean isBuffer(String owner) {
        return owner.startsWith("java.nio.") && owner.endsWith("Buffer");
    }

    /** Returns whether the call is on the stream, or on one that it was made of or for. */
    private boolean isOnStream(MethodCallExpr call) {
        Resolver resolver = Resolver.of(sources);
        return root(call).flatMap(resolver::declarationOf)
                .filter(other -> other == variable || mentions(variable, other) || mentions(other, variable))
                .isPresent();
    }

    private boolean mentions(Node declaration, Node other) {
        Resolver resolver = Resolver.of(sources);
        return declaration.findAll(NameExpr.class).stream()
                .anyMatch(name -> resolver.declarationOf(name).filter(each -> each == other).isPresent());
    }

    private List<Edit> edits() {
        Statement anchor = anchor(loop);
        String end = file.lineEnd();
        String indent = file.indent(statement);
        String outer = file.indent(anchor);
        String step = outer.contains("\t") ? "\t" : "    ";
        String name = Lines.fresh(kind.pending, file.text(Enclosing.body(loop).orElseThrow()));
        String call = file.text(statement);
        return List.of(
                file.insert(file.start(anchor), "int " + name + " = 0;" + end + outer),
                file.insert(file.start(statement), "if (++" + name + " % " + GROUP + " == 0) {" + end + indent + step),
                file.insert(file.end(statement), end + indent + "}"),
                file.insert(file.end(anchor), end + outer + call));
    }

    private static int line(Node node) {
        return node.getBegin().orElseThrow().line;
    }
}
