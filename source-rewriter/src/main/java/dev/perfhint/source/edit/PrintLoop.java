package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.build.BuildFiles;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/**
 * Collects what a loop prints to {@code System.out} in a buffer that is flushed when the loop is left, in any way.
 *
 * <p>Only where nothing the loop calls can print, read, wait or end the program; at most {@code unsafe}.
 */
final class PrintLoop {
    private static final Set<String> PRINTS = Set.of("print", "println", "printf", "format", "append");
    private static final int CHARSET_OF_PRINT_STREAM = 18;

    private final Sources sources;
    private final SourceFile file;
    private final Statement loop;

    private PrintLoop(Sources sources, Statement loop) {
        this.sources = sources;
        this.file = SourceFile.of(loop);
        this.loop = loop;
    }

    /** Plans from a recorded call such as {@code System.out.println(line)}. */
    static Optional<Plan> plan(Sources sources, Node call) {
        boolean print = call instanceof MethodCallExpr printed
                && printed.getScope().filter(scope -> isStandardOutput(sources, scope)).isPresent();
        return print
                ? outermostLoop(call).flatMap(loop -> new PrintLoop(sources, loop).plan())
                : Plan.none();
    }

    private static boolean isStandardOutput(Sources sources, Expression expression) {
        return Resolver.of(sources).variable(expression)
                .filter(field -> field.getSimpleName().contentEquals("out")
                        && field.getEnclosingElement() instanceof TypeElement owner
                        && owner.getQualifiedName().contentEquals("java.lang.System"))
                .isPresent();
    }

    private static Optional<Statement> outermostLoop(Node call) {
        Optional<Statement> loop = Optional.empty();
        for (Optional<Node> up = call.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            if (up.get() instanceof LambdaExpr || up.get() instanceof BodyDeclaration<?>) {
                break;
            }
            boolean inBlock = up.get().getParentNode().filter(BlockStmt.class::isInstance).isPresent();
            if (up.get() instanceof NodeWithBody<?> && up.get() instanceof Statement statement && inBlock) {
                loop = Optional.of(statement);
            }
        }
        return loop;
    }

    private Optional<Plan> plan() {
        List<FieldAccessExpr> outputs =
                loop.findAll(FieldAccessExpr.class, access -> isStandardOutput(sources, access));
        boolean known = outputs.stream().allMatch(PrintLoop::isPrint)
                && new QuietCalls(sources).allIn(loop, call -> call.getScope()
                        .filter(scope -> isStandardOutput(sources, scope))
                        .isPresent());
        if (!known || isEndless() || !loop.findAll(TextBlockLiteralExpr.class).isEmpty()
                || file.text(loop).contains("/*")) {
            return Plan.none();
        }
        return Optional.of(plan(outputs));
    }

    private static boolean isPrint(FieldAccessExpr output) {
        return output.getParentNode()
                .filter(parent -> parent instanceof MethodCallExpr call
                        && call.getScope().filter(scope -> scope == output).isPresent()
                        && PRINTS.contains(call.getNameAsString()))
                .isPresent();
    }

    private boolean isEndless() {
        Optional<Expression> condition = loop instanceof WhileStmt whileLoop
                ? Optional.of(whileLoop.getCondition())
                : loop instanceof DoStmt doLoop ? Optional.of(doLoop.getCondition()) : Optional.empty();
        return condition.filter(each -> each instanceof BooleanLiteralExpr).isPresent()
                || loop instanceof ForStmt forLoop && forLoop.getCompare().isEmpty();
    }

    private Plan plan(List<FieldAccessExpr> outputs) {
        Imports imports = new Imports(sources);
        String stream = imports.name(file, loop, "java.io.PrintStream");
        String buffer = imports.name(file, loop, "java.io.BufferedOutputStream");
        String name = Lines.fresh("out", file.text(Enclosing.body(loop).orElseThrow()).replace("System.out", ""));
        boolean charset = BuildFiles.release(List.of(file.path()), sources.base())
                .filter(level -> Integer.parseInt(level) >= CHARSET_OF_PRINT_STREAM)
                .isPresent();
        String indent = file.indent(loop);
        String step = indent.contains("\t") ? "\t" : "    ";
        String end = file.lineEnd();
        List<Edit> edits = new ArrayList<>();
        String created = "new " + stream + "(new " + buffer + "(System.out)"
                + (charset ? ", false, System.out.charset()" : "") + ");";
        edits.add(file.insert(file.start(loop), stream + " " + name + " = " + created + end
                + indent + "try {" + end + indent + step));
        for (int line = loop.getBegin().orElseThrow().line + 1; line <= loop.getEnd().orElseThrow().line; line++) {
            if (!isBlank(line)) {
                edits.add(file.insert(file.lineStart(line), step));
            }
        }
        outputs.forEach(output -> edits.add(file.replace(output, name)));
        edits.add(file.insert(file.end(loop), end + indent + "} finally {" + end + indent + step + name + ".flush();"
                + end + indent + "}"));
        edits.addAll(imports.edits());
        List<String> reasons = new ArrayList<>(List.of(
                "output of other threads and System.err interleaves differently",
                "readers see the output later; a killed program has printed less"));
        if (!charset) {
            reasons.add("the text is encoded with the default charset; System.out may use another one");
        }
        return new Plan(
                "collect what the loop prints, and flush it when the loop is left",
                edits,
                reasons,
                Applicability.UNSAFE,
                Effect.EXPECTED.in(file, loop.getBegin().orElseThrow().line, loop.getEnd().orElseThrow().line));
    }

    private boolean isBlank(int line) {
        int start = file.lineStart(line);
        int end = line < file.lineCount() ? file.lineStart(line + 1) : file.text().length();
        return file.text().substring(start, end).isBlank();
    }
}
