package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.stmt.YieldStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Effect;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.Imports;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.edit.QuietCalls;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.hazard.MetHazards;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/**
 * Puts the parts of a record or message together that follow each other in a block, and writes them at once.
 *
 * <p>What stands between the parts neither uses the stream nor waits for anybody. At most {@code unsafe}: an error
 * between the parts leaves none of them written.
 */
record AssembledWrites(Sources sources, Resolver resolver, VariableElement stream, boolean socket) {
    private static final Set<String> STREAMS = Set.of("java.io.OutputStream", "java.io.FileOutputStream");
    private static final List<String> RAW = List.of("java.io.FileOutputStream", "java.net.Socket", "sun.nio.ch.");
    private static final Set<Class<? extends Node>> OTHER_WAYS = Set.of(ReturnStmt.class, ThrowStmt.class,
            BreakStmt.class, ContinueStmt.class, YieldStmt.class, TryStmt.class, LambdaExpr.class);

    /** Plans from a recorded write that is one of the parts. */
    static Optional<Plan> plan(Match match) {
        Resolver resolver = Resolver.of(match.sources());
        return match.stream().flatMap(raw -> match.call())
                .filter(call -> call instanceof MethodCallExpr && isRaw(match.sources(), match.request()))
                .flatMap(call -> ((MethodCallExpr) call).getScope().flatMap(resolver::variable)
                        .flatMap(stream -> new AssembledWrites(
                                match.sources(), resolver, stream, match.repair().isSocket())
                                .around(call, match.request().bytesPerCall())));
    }

    /** Returns whether nothing stood between the call and the raw stream: a filter may make something else of parts. */
    private static boolean isRaw(Sources sources, FixRequest request) {
        List<CallSite> jdk = request.frames().stream()
                .takeWhile(frame -> sources.find(frame.className()).isEmpty()).toList();
        return !jdk.isEmpty() && RAW.stream().anyMatch(jdk.get(jdk.size() - 1).className()::startsWith);
    }

    /** Looks at the statement of the write and its block, then at the block's own statement. */
    private Optional<Plan> around(Node call, OptionalDouble bytesPerCall) {
        for (Node at = call; at.getParentNode().isPresent(); at = at.getParentNode().get()) {
            if (at instanceof LambdaExpr || at instanceof NodeWithBody<?>
                    || at instanceof com.github.javaparser.ast.body.BodyDeclaration<?>) {
                break;
            }
            if (at instanceof Statement part && at.getParentNode().get() instanceof BlockStmt block) {
                List<Statement> run = run(block.getStatements(), part);
                if (run.size() > 1) {
                    return Optional.of(plan(run, bytesPerCall));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the statements of the block from the first part to the last; nothing where there is only one. */
    private List<Statement> run(List<Statement> block, Statement part) {
        int at = Enclosing.indexOf(block, part);
        int first = at;
        int last = at;
        for (int i = at; i >= 0 && isHarmless(block.get(i)); i--) {
            first = writes(block.get(i)).isEmpty() ? first : i;
        }
        for (int i = at; i < block.size() && isHarmless(block.get(i)); i++) {
            last = writes(block.get(i)).isEmpty() ? last : i;
        }
        return isHarmless(part) ? block.subList(first, last + 1) : List.of();
    }

    /** Returns whether the statement writes parts, or does what may be done before or after a part as well. */
    private boolean isHarmless(Statement statement) {
        boolean plain = statement instanceof ExpressionStmt || statement instanceof IfStmt;
        return plain
                && statement.findAll(Node.class, each -> OTHER_WAYS.contains(each.getClass())
                        || each instanceof NodeWithBody<?>
                        || each instanceof AssignExpr assign && isStream(assign.getTarget())).isEmpty()
                && statement.findAll(Expression.class, this::isStream).stream().allMatch(this::isReceiver)
                && new QuietCalls(sources).allIn(statement, this::isWrite)
                && (isKept() || statement.findAll(MethodCallExpr.class).stream().allMatch(this::isOfJdk));
    }

    /** Returns whether no method that is called can set the variable. */
    private boolean isKept() {
        return !stream.getKind().isField() || stream.getModifiers().contains(Modifier.FINAL);
    }

    private boolean isOfJdk(MethodCallExpr call) {
        return resolver.method(call).filter(resolver::isPlatform).isPresent();
    }

    private boolean isStream(Expression e) {
        return (e.isNameExpr() || e.isFieldAccessExpr() || e.isTypeExpr())
                && resolver.variable(e).filter(stream::equals).isPresent();
    }

    private boolean isReceiver(Expression use) {
        return use.getParentNode().orElseThrow() instanceof MethodCallExpr call && isWrite(call)
                && call.getScope().filter(scope -> scope == use).isPresent();
    }

    /** A write of a statement of its own, to the very stream: others have methods that write more. */
    private boolean isWrite(MethodCallExpr call) {
        return call.getNameAsString().equals("write")
                && Enclosing.parent(call, ExpressionStmt.class).isPresent()
                && call.getScope().filter(this::isStream).flatMap(resolver::className).filter(STREAMS::contains)
                        .isPresent()
                && call.getScope().filter(scope -> scope.isNameExpr()
                        || scope.asFieldAccessExpr().getScope().isThisExpr()).isPresent();
    }

    private List<MethodCallExpr> writes(Statement statement) {
        return statement.findAll(MethodCallExpr.class, this::isWrite);
    }

    private Plan plan(List<Statement> run, OptionalDouble bytesPerCall) {
        Statement first = run.get(0);
        Statement last = run.get(run.size() - 1);
        SourceFile file = SourceFile.of(first);
        Imports imports = new Imports(sources);
        String type = imports.name(file, first, "java.io.ByteArrayOutputStream");
        String name = Lines.fresh("parts", file.text(Enclosing.body(first).orElse(first)));
        List<Edit> edits = new ArrayList<>();
        edits.add(file.insert(file.start(first),
                type + " " + name + " = new " + type + "();" + file.lineEnd() + file.indent(first)));
        List<MethodCallExpr> writes = run.stream().flatMap(each -> writes(each).stream()).toList();
        writes.forEach(write -> edits.add(file.replace(write.getScope().orElseThrow(), name)));
        edits.add(file.insert(file.end(last), file.lineEnd() + file.indent(first) + name + ".writeTo("
                + file.text(writes.get(0).getScope().orElseThrow()) + ");"));
        edits.addAll(imports.edits());
        List<Hazard> reasons = new ArrayList<>(MetHazards.between(new OutwardCalls(resolver), writes, last, socket));
        int begin = first.getBegin().orElseThrow().line;
        reasons.add(Hazard.at(HazardKind.LATE, last, "the parts from line " + begin
                + " on are written here: an error between them leaves none of them written"));
        reasons.add(Hazard.at(HazardKind.FORM, last,
                "one write of all parts: a stream that sends a packet for each write sends one"));
        return new Plan("put " + writes.size() + " parts and write them in one call", edits, reasons,
                Applicability.UNSAFE)
                .with(Effect.blocks(writes.size() * bytesPerCall.orElse(1), Effect.DEFAULT_BUFFER_BYTES)
                        .in(file, begin, last.getEnd().orElseThrow().line));
    }
}
