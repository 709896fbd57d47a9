package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.BreakStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ContinueStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.ThrowStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.UnionType;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Sentence 3: the output is closed where it is opened, and an error of that is seen. */
final class Closing {
    private static final Set<String> ACCEPT_ERRORS =
            Set.of("java.io.IOException", "java.lang.Exception", "java.lang.Throwable");

    private final Resolver resolver;
    private final Hazards hazards;
    private final StreamUses uses;

    Closing(Resolver resolver, Hazards hazards, StreamUses uses) {
        this.resolver = resolver;
        this.hazards = hazards;
        this.uses = uses;
    }

    /** Returns the code that runs from the opening to the close; empty where the stream is not closed by the text. */
    List<Node> check(Expression creation) {
        Expression opened = outermost(creation);
        Node holder = opened.getParentNode().orElseThrow();
        Optional<TryStmt> resource = holder.getParentNode().filter(VariableDeclarationExpr.class::isInstance)
                .flatMap(Node::getParentNode).filter(TryStmt.class::isInstance).map(TryStmt.class::cast);
        Optional<Statement> opening = Scopes.around(creation).filter(Statement.class::isInstance)
                .map(Statement.class::cast).findFirst();
        Optional<TryStmt> closing = resource.isPresent() ? resource
                : opening.flatMap(statement -> after(statement).or(() -> round(statement, holder)));
        if (closing.isEmpty()) {
            hazards.add(HazardKind.NOT_CLOSED, creation, "the stream is not closed on every path: buffered "
                                                                 + "bytes would be lost");
            return List.of();
        }
        uses.places().forEach(place -> errors(place, closing.get(), resource.isPresent()));
        errors(closing.get(), closing.get(), resource.isPresent());
        late(closing.get(), resource.isPresent() || closesByResource(closing.get()), opening.get());
        early(closing.get());
        return region(opening.get(), closing.get(), opened, creation);
    }

    private Expression outermost(Expression creation) {
        Expression value = creation;
        while (value.getParentNode().orElseThrow() instanceof ObjectCreationExpr made && uses.isUse(made)) {
            value = made;
        }
        return value;
    }

    /** A {@code try} that follows the opening, with nothing between them but declarations that cannot fail. */
    private Optional<TryStmt> after(Statement opening) {
        List<Statement> siblings = opening.getParentNode().filter(BlockStmt.class::isInstance)
                .map(block -> ((BlockStmt) block).getStatements().stream().map(Statement.class::cast).toList())
                .orElse(List.of());
        Optional<Statement> next = siblings.stream()
                .dropWhile(each -> each != opening).skip(1).dropWhile(this::cannotFail).findFirst();
        return next.filter(TryStmt.class::isInstance).map(TryStmt.class::cast).filter(this::closes);
    }

    private boolean cannotFail(Statement statement) {
        return statement instanceof ExpressionStmt simple
                && simple.getExpression() instanceof VariableDeclarationExpr declaration
                && declaration.findAll(MethodCallExpr.class).isEmpty()
                && declaration.findAll(ObjectCreationExpr.class).stream().allMatch(uses::isUse);
    }

    /** A {@code try} round the opening, which sets a variable that is declared before. */
    private Optional<TryStmt> round(Statement opening, Node holder) {
        List<Node> outer = Scopes.around(opening).takeWhile(each -> !Scopes.isLoop(each)).toList();
        return outer.stream()
                .filter(each -> each instanceof TryStmt && holder instanceof AssignExpr)
                .map(TryStmt.class::cast)
                .filter(each -> Scopes.isInside(opening, each.getTryBlock()))
                .filter(each -> finallyClose(each).isPresent())
                .findFirst();
    }

    private boolean closes(TryStmt statement) {
        return closesByResource(statement) || finallyClose(statement).isPresent();
    }

    private boolean closesByResource(TryStmt statement) {
        return statement.getResources().stream().anyMatch(resource -> resource instanceof VariableDeclarationExpr own
                ? own.getVariables().stream().anyMatch(this::isBufferOrOutermost)
                : resolver.declarationOf(resource).filter(this::isBufferOrOutermost).isPresent());
    }

    /** The value of a wrapper's variable may be null after a constructor failed, the buffer is empty then. */
    private Optional<MethodCallExpr> finallyClose(TryStmt statement) {
        Optional<BlockStmt> last = statement.getFinallyBlock().filter(block -> Stream
                .of(ReturnStmt.class, BreakStmt.class, ContinueStmt.class, ThrowStmt.class)
                .allMatch(leaving -> block.findFirst(leaving).isEmpty()));
        Optional<Statement> first = last.flatMap(block -> block.getStatements().stream().findFirst());
        Optional<Statement> inner = first.filter(IfStmt.class::isInstance).map(IfStmt.class::cast)
                .filter(test -> test.getElseStmt().isEmpty() && isHolderNotNull(test.getCondition()))
                .map(IfStmt::getThenStmt);
        Optional<Statement> close = first.filter(IfStmt.class::isInstance).isPresent() ? inner : first;
        return close.flatMap(each -> each instanceof BlockStmt block ? block.getStatements().stream().findFirst()
                        : Optional.of(each))
                .filter(ExpressionStmt.class::isInstance)
                .map(each -> ((ExpressionStmt) each).getExpression())
                .filter(MethodCallExpr.class::isInstance).map(MethodCallExpr.class::cast)
                .filter(call -> call.getNameAsString().equals("close") && call.getArguments().isEmpty()
                        && call.getScope().flatMap(resolver::declarationOf).filter(this::isBufferOrOutermost)
                                .isPresent());
    }

    private boolean isHolderNotNull(Expression condition) {
        return condition instanceof BinaryExpr test && test.getOperator() == BinaryExpr.Operator.NOT_EQUALS
                && test.getRight().isNullLiteralExpr() && uses.wrapped(test.getLeft()).isPresent();
    }

    private boolean isBufferOrOutermost(Node declaration) {
        Integer wrapped = uses.holders().get(declaration);
        Node method = method(declaration);
        return wrapped != null && (wrapped == 0 || uses.holders().entrySet().stream()
                .filter(each -> method(each.getKey()) == method)
                .allMatch(each -> each.getValue() <= wrapped));
    }

    private static Node method(Node node) {
        return Stream.iterate(node, each -> each.getParentNode().orElse(null))
                .filter(each -> each instanceof CallableDeclaration || each.getParentNode().isEmpty())
                .findFirst().orElseThrow();
    }

    /** Looks at a use of a stream that is closed elsewhere: with a buffer its close() or flush() writes. */
    void errors(Node use) {
        Optional<MethodCallExpr> call = use.getParentNode().map(it -> it instanceof FieldAccessExpr ? it : use)
                .flatMap(Node::getParentNode).filter(MethodCallExpr.class::isInstance).map(MethodCallExpr.class::cast)
                .filter(each -> each.getNameAsString().matches("close|flush"));
        Optional<TryStmt> outer = Scopes.around(use).filter(TryStmt.class::isInstance).map(TryStmt.class::cast)
                .filter(each -> Scopes.isInside(use, each.getTryBlock())).findFirst();
        if (call.isPresent() && outer.isPresent()) {
            outer.get().getCatchClauses().stream().filter(this::acceptsErrors).findFirst().ifPresent(clause ->
                    hazards.add(HazardKind.SWALLOWED_ERROR, call.get(), "an error of " + Hazards.code(call.get())
                            + ", which flushes the buffer, is caught here"));
        }
    }

    /** The errors of a resource's own close are seen by its own catch; no other catch may see an error earlier. */
    private void errors(Node use, TryStmt closing, boolean resource) {
        Node inner = use;
        for (Node outer : Scopes.around(use).toList()) {
            boolean own = outer == closing && (resource || closesByResource(closing));
            boolean guarded = outer instanceof TryStmt statement && !own
                    && inner != statement.getFinallyBlock().orElse(null)
                    && !(inner instanceof CatchClause);
            if (guarded) {
                ((TryStmt) outer).getCatchClauses().stream().filter(this::acceptsErrors)
                        .forEach(clause -> hazards.add(HazardKind.SWALLOWED_ERROR, clause, "`catch ("
                                + clause.getParameter() + ")` sees the errors of `write()`, not those of the buffer"));
            }
            inner = outer;
        }
    }

    private boolean acceptsErrors(CatchClause clause) {
        Type type = clause.getParameter().getType();
        List<? extends Type> types = type instanceof UnionType union ? union.getElements() : List.of(type);
        return types.stream().anyMatch(each -> resolver.className(each).filter(ACCEPT_ERRORS::contains).isPresent());
    }

    private void late(TryStmt closing, boolean resource, Statement opening) {
        Node end = resource ? closing.getTryBlock() : finallyClose(closing).orElseThrow();
        for (Node place : uses.places()) {
            boolean same = method(place) == method(closing);
            boolean after = same && place.getBegin().orElseThrow().isAfter(end.getEnd().orElseThrow());
            boolean before = same && place.getBegin().orElseThrow().isBefore(opening.getBegin().orElseThrow());
            if (after && !isNullTest(place) && !(isClose(place) && isInner(place, end)) || before) {
                hazards.add(HazardKind.USED, place, Hazards.code(place) + " is used "
                        + (after ? "after it is closed" : "before it is opened"));
            }
        }
    }

    /** Closing once more does nothing, but what is round the closed one would write its rest. */
    private boolean isInner(Node place, Node close) {
        Optional<Integer> closed = close instanceof MethodCallExpr call
                ? call.getScope().flatMap(uses::wrapped) : Optional.empty();
        Optional<Integer> wrapped = uses.wrapped((Expression) place);
        return wrapped.isPresent() && wrapped.get() <= closed.orElse(0);
    }

    private static boolean isClose(Node place) {
        return place.getParentNode().orElseThrow() instanceof MethodCallExpr call
                && call.getNameAsString().equals("close");
    }

    private static boolean isNullTest(Node place) {
        return place.getParentNode().filter(BinaryExpr.class::isInstance).isPresent();
    }

    /** A further {@code close()} comes after every other use, so that nothing is written to a closed stream. */
    private void early(TryStmt closing) {
        List<Node> closes = uses.places().stream().filter(Closing::isClose).toList();
        for (Node close : closes) {
            boolean inside = Scopes.isInside(close, closing.getTryBlock());
            boolean last = uses.places().stream().allMatch(each -> closes.stream().anyMatch(other -> other == each)
                    || each.getBegin().orElseThrow().isBefore(close.getBegin().orElseThrow())
                    || !Scopes.isInside(each, closing.getTryBlock()));
            boolean repeated = Scopes.around(close).takeWhile(each -> each != closing).anyMatch(Scopes::isLoop);
            if (method(close) != method(closing) || inside && (!last || repeated)) {
                hazards.add(HazardKind.USED, close, Hazards.code(close) + " is closed before its last use");
            }
        }
    }

    private List<Node> region(Statement opening, TryStmt closing, Expression opened, Expression creation) {
        List<Node> code = new ArrayList<>();
        for (Node made = creation; made != opened; made = made.getParentNode().orElseThrow()) {
            Node inner = made;
            ((ObjectCreationExpr) made.getParentNode().orElseThrow()).getArguments().stream()
                    .filter(each -> each != inner).forEach(code::add);
        }
        if (opening == closing) {
            closing.getResources().stream().dropWhile(each -> !Scopes.isInside(opened, each)).skip(1)
                    .forEach(code::add);
            code.add(closing.getTryBlock());
        } else {
            following(opening, closing).forEach(code::add);
            if (!Scopes.isInside(opening, closing)) {
                code.addAll(closing.getResources());
                code.add(closing.getTryBlock());
            }
            if (!closesByResource(closing)) {
                code.addAll(closing.getCatchClauses());
            }
        }
        return code;
    }

    /** Returns the statements after the opening, up to the one that closes or to the end of its block. */
    private static Stream<Statement> following(Statement opening, TryStmt closing) {
        return Stream.concat(Stream.of(opening), Scopes.around(opening))
                .takeWhile(each -> each != closing.getTryBlock() && each != closing.getParentNode().orElseThrow())
                .filter(each -> each.getParentNode().filter(BlockStmt.class::isInstance).isPresent())
                .flatMap(each -> ((BlockStmt) each.getParentNode().orElseThrow()).getStatements().stream()
                        .map(Statement.class::cast)
                        .dropWhile(sibling -> sibling != each).skip(1)
                        .takeWhile(sibling -> sibling != closing));
    }
}
