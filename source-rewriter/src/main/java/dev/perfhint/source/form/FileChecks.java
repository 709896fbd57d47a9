package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.edit.QuietCalls;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;

/**
 * Finds checks of one file that follow each other with no other call between them.
 *
 * <p>The file is a variable that is set once, or a field that nothing between the checks sets; the first check runs
 * whenever its statement does. Where that one spares a missing file others, the checks stay as they are, but for the
 * entries of a directory.
 */
record FileChecks(Sources sources, Node variable, String name, boolean isPath) {
    private static final Set<String> OF_FILE = Set.of("exists", "isFile", "isDirectory", "length", "lastModified");
    private static final Set<String> OF_PATH = Set.of("exists", "isRegularFile", "isDirectory");
    // they look at the file or at nothing, and change nothing
    private static final Set<String> HARMLESS = Set.of(
            "size", "getName", "getPath", "toPath", "toFile", "toString", "getFileName", "getParent", "isEmpty",
            "equals",
            "endsWith", "startsWith", "min", "max", "abs", "canRead", "canWrite", "canExecute", "isHidden",
            "getParentFile", "getAbsolutePath", "getAbsoluteFile", "getCanonicalPath", "getCanonicalFile");
    private static final Set<String> HARMLESS_OWNERS = Set.of(
            "java.io.File", "java.nio.file.Files", "java.nio.file.Path", "java.lang.String", "java.lang.Math");

    /**
     * Checks that may be answered together.
     *
     * @param variable the declaration of the file
     * @param first the statement that the first check stands in; it is part of a block
     * @param checks in the order in which they run
     */
    record Run(Node variable, String receiver, boolean isPath, Statement first, List<MethodCallExpr> checks) {}

    /** Returns the longest run that holds the check; empty where there is no second one. */
    static Optional<Run> run(Sources sources, MethodCallExpr check) {
        Optional<NameExpr> receiver = receiver(sources, check);
        if (receiver.isEmpty()) {
            return Optional.empty();
        }
        String name = receiver.get().getNameAsString();
        Optional<Node> variable = Resolver.of(sources).declarationOf(receiver.get());
        if (variable.isEmpty() || !isSetOnce(sources, variable.get())) {
            return Optional.empty();
        }
        return new FileChecks(sources, variable.get(), name, isPath(sources, check)).around(check);
    }

    /** Returns how many checks stand in the line of a call, of whatever files. */
    static long inLine(Sources sources, Node call) {
        return Enclosing.body(call).stream().flatMap(body -> body.findAll(MethodCallExpr.class, each ->
                each.getName().getBegin().orElseThrow().line == call.getBegin().orElseThrow().line
                        && Resolver.of(sources).ownerOf(each).filter(owner -> owner.equals("java.io.File")
                                ? OF_FILE.contains(each.getNameAsString())
                                : owner.equals("java.nio.file.Files") && OF_PATH.contains(each.getNameAsString()))
                        .isPresent()).stream()).count();
    }

    private static boolean isPath(Sources sources, MethodCallExpr check) {
        return Resolver.of(sources).ownerOf(check).filter("java.nio.file.Files"::equals).isPresent();
    }

    private static Optional<NameExpr> receiver(Sources sources, MethodCallExpr check) {
        boolean isPath = isPath(sources, check);
        if (!(isPath ? OF_PATH : OF_FILE).contains(check.getNameAsString())
                || check.getArguments().size() != (isPath ? 1 : 0)) {
            return Optional.empty();
        }
        Optional<Expression> receiver = isPath ? Optional.of(check.getArgument(0)) : check.getScope();
        return receiver.flatMap(Expression::toNameExpr)
                .filter(each -> Resolver.of(sources).className(each)
                        .filter((isPath ? "java.nio.file.Path" : "java.io.File")::equals).isPresent());
    }

    private static boolean isSetOnce(Sources sources, Node variable) {
        if (Enclosing.isField(variable)) {
            return isKept(sources, variable) || Resolver.of(sources).variable(variable)
                    .filter(field -> !field.getModifiers().contains(Modifier.VOLATILE)).isPresent();
        }
        boolean given = !(variable instanceof VariableDeclarator local)
                || local.getInitializer().isPresent()
                || local.findAncestor(ForEachStmt.class).filter(loop -> loop.getVariableDeclarator() == local)
                        .isPresent();
        return given && ValueIndex.of(sources).assignments(variable).isEmpty();
    }

    /** Returns whether nobody sets the variable anew, whatever is called. */
    private static boolean isKept(Sources sources, Node variable) {
        return !Enclosing.isField(variable) || Resolver.of(sources).variable(variable)
                .filter(field -> field.getModifiers().contains(Modifier.FINAL)).isPresent();
    }

    /**
     * Looks at the statement of the check and at those around it in the same block, then at the block's own statement.
     */
    private Optional<Run> around(MethodCallExpr check) {
        Optional<Run> best = Optional.empty();
        for (Node at = check; at.getParentNode().isPresent(); at = at.getParentNode().get()) {
            if (at instanceof LambdaExpr || at instanceof com.github.javaparser.ast.body.BodyDeclaration<?>
                    || at instanceof NodeWithBody<?>) {
                break;
            }
            Node parent = at.getParentNode().get();
            boolean inBlock = parent instanceof BlockStmt || parent instanceof SwitchEntry entry
                    && entry.getType() == SwitchEntry.Type.STATEMENT_GROUP;
            if (at instanceof Statement statement && inBlock) {
                Optional<Run> run = startingAtOrBefore(statement, check).filter(each -> each.checks().size() > 1);
                best = run.isPresent() ? run : best;
            }
        }
        return best;
    }

    private Optional<Run> startingAtOrBefore(Statement statement, MethodCallExpr wanted) {
        List<Statement> block = statements(statement.getParentNode().orElseThrow());
        int last = Enclosing.indexOf(block, statement);
        Optional<Run> best = Optional.empty();
        for (int start = last; start >= 0 && declaredBefore(block.get(start)); start--) {
            Optional<Run> run = from(block, start);
            boolean holds = run.filter(each -> each.checks().stream().anyMatch(check -> check == wanted)).isPresent();
            boolean longer = holds && best.filter(each -> each.checks().size() >= run.get().checks().size()).isEmpty();
            best = longer ? run : best;
        }
        return best;
    }

    private boolean declaredBefore(Statement statement) {
        return statement.findAll(VariableDeclarator.class, each -> each == variable).isEmpty();
    }

    private static List<Statement> statements(Node block) {
        return block instanceof BlockStmt each ? each.getStatements() : ((SwitchEntry) block).getStatements();
    }

    /** Returns the checks from a statement of a block on, up to the first thing that may change the file. */
    private Optional<Run> from(List<Statement> block, int start) {
        List<MethodCallExpr> checks = new ArrayList<>();
        boolean unchanged = true;
        for (int i = start; i < block.size() && unchanged; i++) {
            unchanged = collect(block.get(i), checks);
        }
        boolean always = !checks.isEmpty() && runsAlways(checks.get(0), block)
                && (GuardingCheck.isListed(sources, variable) || !GuardingCheck.guards(checks));
        return always ? Optional.of(new Run(variable, name, isPath, block.get(start), List.copyOf(checks)))
                : Optional.empty();
    }

    /** Adds the checks that are made before anything may change the file; returns whether nothing may. */
    private boolean collect(Statement statement, List<MethodCallExpr> checks) {
        if (statement instanceof BlockStmt block) {
            return block.getStatements().stream().allMatch(each -> collect(each, checks));
        }
        if (!(statement instanceof IfStmt test)) {
            return collectAll(statement, checks);
        }
        if (!collectAll(test.getCondition(), checks)) {
            return false;
        }
        // what one branch does comes before nothing of the other
        boolean then = collect(test.getThenStmt(), checks);
        return test.getElseStmt().map(each -> collect(each, checks)).orElse(true) && then;
    }

    private boolean collectAll(Node code, List<MethodCallExpr> checks) {
        int stop = stop(code);
        SourceFile file = SourceFile.of(code);
        code.findAll(MethodCallExpr.class, this::isCheck).stream()
                .filter(check -> file.end(check) <= stop)
                .sorted(Comparator.comparingInt(file::end)).forEach(checks::add);
        return stop == Integer.MAX_VALUE;
    }

    private boolean isCheck(MethodCallExpr call) {
        return receiver(sources, call)
                .filter(each -> each.getNameAsString().equals(name) && isPath(sources, call) == isPath
                        && Resolver.of(sources).declarationOf(each).filter(declared -> declared == variable)
                        .isPresent()).isPresent();
    }

    /** Returns the offset from which on the file may have changed; calls count from their end, when they are made. */
    private int stop(Node code) {
        SourceFile file = SourceFile.of(code);
        return code.findAll(Node.class).stream()
                .mapToInt(node -> {
                    if (node instanceof MethodCallExpr call) {
                        return isCheck(call) || isHarmless(call) ? Integer.MAX_VALUE : file.end(call) - 1;
                    }
                    if (node instanceof ObjectCreationExpr creation) {
                        return file.end(creation) - 1;
                    }
                    if (node instanceof AssignExpr assignment) {
                        return isVariable(assignment.getTarget()) ? file.end(assignment) - 1 : Integer.MAX_VALUE;
                    }
                    boolean unknown = node instanceof LambdaExpr || node instanceof NodeWithBody<?>
                            || node instanceof TryStmt || node instanceof SynchronizedStmt;
                    return unknown ? file.start(node) : Integer.MAX_VALUE;
                }).min().orElse(Integer.MAX_VALUE);
    }

    private boolean isVariable(Expression target) {
        return Resolver.of(sources).declarationOf(target).filter(declared -> declared == variable).isPresent();
    }

    private boolean isHarmless(MethodCallExpr call) {
        boolean looks = HARMLESS.contains(call.getNameAsString())
                && Resolver.of(sources).ownerOf(call).filter(HARMLESS_OWNERS::contains).isPresent();
        return looks || isKept(sources, variable) && new QuietCalls(sources).isQuiet(call);
    }

    /** Returns whether a check is made whenever its statement of the block is executed. */
    private static boolean runsAlways(Node check, List<Statement> block) {
        for (Node at = check; Enclosing.indexOf(block, at) < 0; at = at.getParentNode().orElseThrow()) {
            Node parent = at.getParentNode().orElseThrow();
            boolean second = parent instanceof BinaryExpr binary && binary.getRight() == at
                    && (binary.getOperator() == BinaryExpr.Operator.AND
                            || binary.getOperator() == BinaryExpr.Operator.OR);
            boolean branch = parent instanceof ConditionalExpr choice && choice.getCondition() != at
                    || parent instanceof IfStmt test && test.getCondition() != at
                    || parent instanceof SwitchEntry || parent instanceof com.github.javaparser.ast.stmt.AssertStmt;
            if (second || branch) {
                return false;
            }
        }
        return true;
    }
}
