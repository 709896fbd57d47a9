package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithStatements;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Harm;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Why it is not sure that an output is closed.
 *
 * @param uses the expressions whose value is the stream
 * @param wrapper whether a node is what the JDK puts round the stream
 * @param leaves whether the stream is stored, returned or used at another time
 */
public record UnsureClose(Resolver resolver, List<Node> uses, Predicate<Node> wrapper, boolean leaves) {
    /** Returns what may skip the close; nothing where another hazard names who has the stream then. */
    public Optional<Hazard> find(Expression creation) {
        Optional<Node> home = Enclosing.body(creation);
        Optional<Node> cleaning = uses.stream().filter(each -> mayClose(each) && !isCaught(each))
                .filter(each -> cleaner(each).isPresent())
                .filter(each -> !leaves || Enclosing.body(each).equals(home)).findFirst();
        Optional<Node> close = uses.stream().filter(each -> isCall(each, "close") && !isCaught(each)).findFirst();
        Optional<Node> given = given();
        if (cleaning.isPresent()) {
            return Optional.of(inFinally(creation, cleaning.get()));
        }
        if (close.isEmpty() && given.isPresent() && !leaves) {
            return Optional.of(Hazard.at(HazardKind.NOT_CLOSED, given.get(), Hazard.code(given.get())
                    + " gets the stream: where that does not close it, buffered bytes are lost"));
        }
        if (close.isEmpty()) {
            boolean returned = uses.stream().anyMatch(each -> each.getParentNode().orElseThrow() instanceof ReturnStmt);
            return returned ? Optional.empty() : Optional.of(Hazard.at(HazardKind.NOT_CLOSED, creation,
                    "no `close()` of the stream is in the file: "
                            + (leaves ? "where nothing else closes it, " : "") + "buffered bytes are lost"));
        }
        Optional<Node> caught = uses.stream().filter(each -> mayClose(each) && isCaught(each)).findFirst();
        if (caught.isPresent() && Enclosing.body(caught.get()).equals(home)) {
            return Optional.of(Hazard.at(HazardKind.NOT_CLOSED, Harm.LATER, close.get(),
                    Hazard.code(close.get().getParentNode().orElseThrow())
                            + " is in a `catch` too, not in `finally`: another exception may skip it"));
        }
        boolean here = Enclosing.body(close.get()).equals(home);
        return !here && leaves ? Optional.empty() : Optional.of(Hazard.at(HazardKind.NOT_CLOSED, close.get(), here
                ? Hazard.code(close.get().getParentNode().orElseThrow())
                        + " is not reached when an exception is thrown: buffered bytes would be lost"
                : "`close()` is in another method: buffered bytes are lost where that is not called"));
    }

    /** Returns a call by which code of another file, or one that is not known, gets the stream and may close it. */
    private Optional<Node> given() {
        return uses.stream().filter(use -> use.getParentNode().orElseThrow() instanceof NodeWithArguments<?> call
                        && Enclosing.indexOf(call.getArguments(), use) >= 0)
                .map(use -> use.getParentNode().orElseThrow())
                .filter(each -> !wrapper.test(each) && resolver.method(each).flatMap(resolver::declaration)
                        .filter(called -> SourceFile.of(called) == SourceFile.of(each)
                                && !(called instanceof MethodDeclaration method && method.getBody().isEmpty()))
                        .isEmpty()).findFirst();
    }

    private Hazard inFinally(Expression creation, Node closed) {
        TryStmt tried = cleaner(closed).orElseThrow();
        Node call = closed.getParentNode().orElseThrow();
        boolean covers = !Enclosing.body(tried).equals(Enclosing.body(creation))
                || Enclosing.isIn(creation, tried.getTryBlock())
                || creation.findAncestor(Statement.class).filter(each -> leadsTo(each, tried)).isPresent();
        boolean partly = resolver.declarationOf((Expression) closed).filter(each -> uses.stream()
                .anyMatch(use -> resolver.declarationOf((Expression) use).filter(other -> other != each
                        && Enclosing.body(other).equals(Enclosing.body(each))).isPresent())).isPresent();
        return Hazard.at(HazardKind.NOT_CLOSED, partly ? Harm.LOSES : Harm.LATER, call, Hazard.code(call)
                + (!covers ? " is not reached when an exception is thrown before its `try`"
                        : Enclosing.isCalled(closed, "close")
                                ? " is not the first statement of `finally`, or has a condition"
                                : " may hide an error of the close, which writes the held bytes"));
    }

    private static boolean isCaught(Node use) {
        return use.findAncestor(CatchClause.class).isPresent();
    }

    private static boolean isCall(Node use, String part) {
        return use.getParentNode().orElseThrow() instanceof MethodCallExpr it
                && it.getNameAsString().toLowerCase(Locale.ROOT).equals(part);
    }

    /** It is closed, or passed to a method that says so. */
    private static boolean mayClose(Node use) {
        return use.getParentNode().orElseThrow() instanceof MethodCallExpr it
                && it.getNameAsString().toLowerCase(Locale.ROOT).contains("close");
    }

    /** Returns the {@code try} whose {@code finally} has the place. */
    private static Optional<TryStmt> cleaner(Node place) {
        return Enclosing.around(place).filter(TryStmt.class::isInstance).map(TryStmt.class::cast).filter(each -> each
                .getFinallyBlock().filter(block -> Enclosing.isIn(place, block)).isPresent()).findFirst();
    }

    /** Returns whether nothing between a statement and a later one may fail. */
    private static boolean leadsTo(Statement statement, TryStmt tried) {
        Optional<Statement> next = statement.getParentNode().filter(NodeWithStatements.class::isInstance).stream()
                .flatMap(block -> ((NodeWithStatements<?>) block).getStatements().stream())
                .dropWhile(each -> each != statement).skip(1).dropWhile(UnsureClose::cannotFail).findFirst();
        return next.isPresent() ? Enclosing.isIn(tried, next.get())
                : statement.getParentNode().flatMap(block -> Enclosing.parent(block, IfStmt.class))
                        .filter(each -> leadsTo(each, tried)).isPresent();
    }

    private static boolean cannotFail(Statement statement) {
        return statement instanceof ExpressionStmt simple
                && (simple.getExpression() instanceof AssignExpr
                        || simple.getExpression() instanceof VariableDeclarationExpr)
                && simple.findFirst(MethodCallExpr.class).isEmpty()
                && simple.findFirst(ObjectCreationExpr.class).isEmpty();
    }
}
