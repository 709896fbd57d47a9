package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.UnionType;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Sentence 3: the output is closed where it is opened, and an error of that is seen. */
record ClosedHere(Resolver resolver, Hazards hazards, StreamUses uses) {
    private static final Set<String> ACCEPT_ERRORS =
            Set.of("java.io.IOException", "java.lang.Exception", "java.lang.Throwable");

    /** Returns the code that runs from the opening to the close; empty where the stream is not closed by the text. */
    List<Node> check(Expression creation) {
        Expression opened = outermost(creation);
        Node holder = opened.getParentNode().orElseThrow();
        Optional<TryStmt> resource = Enclosing.parent(holder, VariableDeclarationExpr.class)
                .flatMap(declaration -> Enclosing.parent(declaration, TryStmt.class));
        Optional<Statement> opening = creation.findAncestor(Statement.class);
        Optional<TryStmt> closing = resource.isPresent() ? resource
                : opening.flatMap(statement -> after(statement).or(() -> round(statement, holder)));
        if (closing.isEmpty()) {
            boolean leaves = hazards.all().stream().anyMatch(each -> each.kind() == HazardKind.PASSED
                    ? uses.places().stream().noneMatch(ClosedHere::isClose)
                    : each.kind() == HazardKind.RETURNED || each.kind() == HazardKind.STORED);
            hazards.add(HazardKind.NOT_CLOSED, creation, leaves
                    ? "other code has to close the stream: buffered bytes are lost where it does not"
                    : "the stream is not closed on every path: buffered bytes would be lost");
            return List.of();
        }
        uses.places().forEach(place -> errors(place, closing.get(), resource.isPresent()));
        errors(closing.get(), closing.get(), resource.isPresent());
        order(closing.get(), resource.isPresent() || closesByResource(closing.get()), opening.get());
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
        return siblings(opening).dropWhile(this::cannotFail).findFirst().flatMap(Statement::toTryStmt)
                .filter(each -> closesByResource(each) || finallyClose(each).isPresent());
    }

    private boolean cannotFail(Statement statement) {
        return statement instanceof ExpressionStmt simple
                && simple.getExpression() instanceof VariableDeclarationExpr declaration
                && declaration.findAll(MethodCallExpr.class).isEmpty()
                && declaration.findAll(ObjectCreationExpr.class).stream().allMatch(uses::isUse);
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
                : test.filter(each -> each.getElseStmt().isEmpty() && isHolderNotNull(each.getCondition()))
                        .map(IfStmt::getThenStmt);
        return close.flatMap(each -> each instanceof BlockStmt block ? block.getStatements().getFirst() : close)
                .flatMap(Statement::toExpressionStmt).map(ExpressionStmt::getExpression)
                .flatMap(Expression::toMethodCallExpr)
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
        return Stream.concat(Stream.of(node), Enclosing.around(node))
                .filter(each -> each instanceof CallableDeclaration || each.getParentNode().isEmpty())
                .findFirst().orElseThrow();
    }

    /** Looks at a use of a stream that is closed elsewhere: with a buffer its close() or flush() writes. */
    void errors(Node use) {
        Node value = Enclosing.parent(use, FieldAccessExpr.class).map(Node.class::cast).orElse(use);
        Enclosing.parent(value, MethodCallExpr.class)
                .filter(call -> call.getNameAsString().matches("close|flush"))
                .filter(call -> around(use)
                        .filter(each -> each instanceof TryStmt tried && Enclosing.isIn(use, tried.getTryBlock()))
                        .findFirst().stream()
                        .flatMap(each -> ((TryStmt) each).getCatchClauses().stream())
                        .anyMatch(this::acceptsErrors))
                .ifPresent(call -> hazards.add(HazardKind.SWALLOWED_ERROR, call, "an error of " + Hazards.code(call)
                        + ", which flushes the buffer, is caught here"));
    }

    /** The errors of a resource's own close are seen by its own catch; no other catch may see an error earlier. */
    private void errors(Node use, TryStmt closing, boolean resource) {
        Node inner = use;
        for (Node outer : around(use).toList()) {
            boolean own = outer == closing && (resource || closesByResource(closing));
            if (outer instanceof TryStmt tried && !own && inner != tried.getFinallyBlock().orElse(null)
                    && !(inner instanceof CatchClause)) {
                tried.getCatchClauses().stream().filter(this::acceptsErrors)
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
                hazards.of(HazardKind.USED, place, "is used " + (after ? "after it is closed" : "before it is opened"));
            }
            boolean used = uses.places().stream().anyMatch(each -> !isClose(each) && isBefore(place, each)
                    && Enclosing.isIn(each, closing.getTryBlock()))
                    || around(place).takeWhile(each -> each != closing).anyMatch(ClosedHere::isLoop);
            if (isClose(place) && (!same || used && Enclosing.isIn(place, closing.getTryBlock()))) {
                hazards.of(HazardKind.USED, place, "is closed before its last use");
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

    private List<Node> region(Statement opening, TryStmt closing, Expression opened, Expression creation) {
        List<Node> code = new ArrayList<>();
        for (Node made = creation; made != opened; made = made.getParentNode().orElseThrow()) {
            Node inner = made;
            ((ObjectCreationExpr) made.getParentNode().orElseThrow()).getArguments().stream()
                    .filter(each -> each != inner).forEach(code::add);
        }
        if (opening == closing) {
            closing.getResources().stream().dropWhile(each -> !Enclosing.isIn(opened, each)).skip(1).forEach(code::add);
            code.add(closing.getTryBlock());
        } else {
            following(opening, closing).forEach(code::add);
            if (!Enclosing.isIn(opening, closing)) {
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
        return Stream.concat(Stream.of(opening), around(opening))
                .takeWhile(each -> each != closing.getTryBlock() && each != closing.getParentNode().orElseThrow())
                .flatMap(each -> siblings(each).takeWhile(sibling -> sibling != closing));
    }

    /** Returns the statements after one in its block. */
    private static Stream<Statement> siblings(Node statement) {
        return Enclosing.parent(statement, BlockStmt.class).stream()
                .flatMap(block -> block.getStatements().stream().dropWhile(each -> each != statement).skip(1));
    }
}
