package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.nodeTypes.NodeWithStatements;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.hazard.UnsureClose;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import java.util.stream.Stream;

/** Sentence 2: the output is closed where it is opened, and an error of that is seen. */
record ClosedHere(Resolver resolver, Hazards hazards, StreamUses uses) {
    void check(Expression creation) {
        Expression opened = outermost(creation);
        Node holder = opened.getParentNode().orElseThrow();
        Optional<TryStmt> resource = Enclosing.parent(holder, VariableDeclarationExpr.class)
                .flatMap(declaration -> Enclosing.parent(declaration, TryStmt.class));
        Optional<Statement> opening = creation.findAncestor(Statement.class);
        Optional<TryStmt> closing = resource.isPresent() ? resource
                : opening.flatMap(statement -> after(statement).or(() -> round(statement, holder)));
        if (closing.isEmpty()) {
            Stream<Node> all = Stream.concat(uses.places().stream(), uses.variables().stream()
                    .flatMap(each -> resolver.uses(each).stream()).map(Enclosing::whole));
            boolean leaves = hazards.all().stream().anyMatch(each -> each.kind() == HazardKind.ESCAPES);
            new UnsureClose(resolver, all.toList(), uses::isWrapper, leaves).find(creation)
                    .ifPresent(hazards.all()::add);
            return;
        }
        order(closing.get(), resource.isPresent() || closesByResource(closing.get()), opening.get());
    }

    private Expression outermost(Expression creation) {
        Expression value = creation;
        while (value.getParentNode().orElseThrow() instanceof ObjectCreationExpr made && uses.isWrapper(made)) {
            value = made;
        }
        return value;
    }

    /** A {@code try} that follows the opening, with nothing between them but declarations that cannot fail. */
    private Optional<TryStmt> after(Statement opening) {
        return siblings(opening).dropWhile(this::cannotFail).findFirst().flatMap(Statement::toTryStmt)
                .filter(each -> closesByResource(each) || finallyClose(each).isPresent());
    }

    private boolean cannotFail(Statement statement) {
        return statement instanceof ExpressionStmt simple
                && simple.getExpression() instanceof VariableDeclarationExpr declaration
                && declaration.findAll(MethodCallExpr.class).isEmpty()
                && declaration.findAll(ObjectCreationExpr.class).stream().allMatch(uses::isWrapper);
    }

    /** A {@code try} round the opening, which sets a variable that is declared before. */
    private Optional<TryStmt> round(Statement opening, Node holder) {
        return around(opening).takeWhile(each -> !isLoop(each))
                .filter(each -> each instanceof TryStmt && holder instanceof AssignExpr).map(TryStmt.class::cast)
                .filter(each -> Enclosing.isIn(opening, each.getTryBlock()) && finallyClose(each).isPresent())
                .findFirst();
    }

    private boolean closesByResource(TryStmt statement) {
        return statement.getResources().stream().anyMatch(resource -> resource instanceof VariableDeclarationExpr own
                ? own.getVariables().stream().anyMatch(this::isBufferOrOutermost)
                : resolver.declarationOf(resource).filter(this::isBufferOrOutermost).isPresent());
    }

    /** The value of a wrapper's variable may be null after a constructor failed, the buffer is empty then. */
    private Optional<MethodCallExpr> finallyClose(TryStmt statement) {
        Optional<Statement> first = statement.getFinallyBlock()
                .filter(block -> block.findFirst(Statement.class, each -> each.isReturnStmt() || each.isBreakStmt()
                        || each.isContinueStmt() || each.isThrowStmt()).isEmpty())
                .flatMap(block -> block.getStatements().getFirst());
        Optional<IfStmt> test = first.flatMap(Statement::toIfStmt);
        Optional<Statement> close = test.isEmpty() ? first
                : test.filter(each -> each.getElseStmt().isEmpty()).map(IfStmt::getThenStmt);
        return close.flatMap(each -> each instanceof BlockStmt block ? block.getStatements().getFirst() : close)
                .flatMap(Statement::toExpressionStmt).map(ExpressionStmt::getExpression)
                .flatMap(Expression::toMethodCallExpr)
                .filter(call -> call.getNameAsString().equals("close") && call.getArguments().isEmpty()
                        && call.getScope().flatMap(resolver::declarationOf).filter(this::isBufferOrOutermost)
                                .filter(closed -> test.isEmpty() || isNotNull(test.get().getCondition(), closed))
                                .isPresent());
    }

    /** A wrapper is null where its constructor failed: nothing may have been written beside it until then. */
    private boolean isNotNull(Expression condition, Node closed) {
        return condition instanceof BinaryExpr test && test.getOperator() == BinaryExpr.Operator.NOT_EQUALS
                && test.getRight().isNullLiteralExpr()
                && resolver.declarationOf(test.getLeft()).filter(each -> each == closed).isPresent()
                && uses.places().stream().noneMatch(each -> each instanceof NameExpr name && !isClose(each)
                        && method(each) == method(closed)
                        && each.getParentNode().orElseThrow() instanceof MethodCallExpr
                        && resolver.declarationOf(name).filter(holder -> holder != closed).isPresent());
    }

    private boolean isBufferOrOutermost(Node declaration) {
        Integer wrapped = uses.holders().get(declaration);
        Node method = method(declaration);
        return wrapped != null && (wrapped == 0 || uses.holders().entrySet().stream()
                .filter(each -> method(each.getKey()) == method)
                .allMatch(each -> each.getValue() <= wrapped));
    }

    private static Node method(Node node) {
        return Stream.concat(Stream.of(node), Enclosing.around(node))
                .filter(each -> each instanceof CallableDeclaration || each.getParentNode().isEmpty())
                .findFirst().orElseThrow();
    }

    /** A further {@code close()} comes after every other use, so that nothing is written to a closed stream. */
    private void order(TryStmt closing, boolean resource, Statement opening) {
        Node end = resource ? closing.getTryBlock() : finallyClose(closing).orElseThrow();
        for (Node place : uses.places()) {
            boolean same = method(place) == method(closing);
            boolean after = same && isBefore(end, place);
            boolean before = same && place.getBegin().orElseThrow().isBefore(opening.getBegin().orElseThrow());
            boolean harmless = Enclosing.parent(place, BinaryExpr.class).isPresent()
                    || isClose(place) && isInner(place, end);
            if (after && !harmless || before) {
                hazards.of(HazardKind.NOT_CLOSED, place,
                        "is used " + (after ? "after it is closed" : "before it is opened"));
            }
            boolean used = uses.places().stream().anyMatch(each -> !isClose(each) && isBefore(place, each)
                    && Enclosing.isIn(each, closing.getTryBlock()))
                    || around(place).takeWhile(each -> each != closing).anyMatch(ClosedHere::isLoop);
            if (isClose(place) && (!same || used && Enclosing.isIn(place, closing.getTryBlock()))) {
                hazards.of(HazardKind.NOT_CLOSED, place, "is closed before its last use");
            }
        }
    }

    private static boolean isBefore(Node first, Node second) {
        return second.getBegin().orElseThrow().isAfter(first.getEnd().orElseThrow());
    }

    /** ClosedHere once more does nothing, but what is round the closed one would write its rest. */
    private boolean isInner(Node place, Node close) {
        int closed = close instanceof MethodCallExpr call ? call.getScope().flatMap(uses::wrapped).orElse(0) : 0;
        return uses.wrapped((Expression) place).filter(wrapped -> wrapped <= closed).isPresent();
    }

    private static boolean isClose(Node place) {
        return place.getParentNode().orElseThrow() instanceof MethodCallExpr it && it.getNameAsString().equals("close");
    }

    private static boolean isLoop(Node node) {
        return node instanceof NodeWithBody<?> || node instanceof LambdaExpr;
    }

    /** Returns the nodes round a node, from the inside, up to the method, initialiser or class that it is in. */
    private static Stream<Node> around(Node node) {
        return Enclosing.around(node)
                .takeWhile(each -> !(each instanceof CallableDeclaration) && !(each instanceof TypeDeclaration));
    }

    /** Returns the statements after one in its block. */
    private static Stream<Statement> siblings(Node statement) {
        return statement.getParentNode().filter(NodeWithStatements.class::isInstance).stream()
                .flatMap(block -> ((NodeWithStatements<?>) block).getStatements().stream())
                .dropWhile(each -> each != statement).skip(1);
    }
}
