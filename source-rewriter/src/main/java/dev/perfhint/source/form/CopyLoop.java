package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.WhileStmt;
import com.github.javaparser.ast.type.PrimitiveType;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.build.BuildFiles;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.type.TypeKind;

/**
 * Replaces a hand-written copy loop by {@code transferTo} where it does nothing else, or gives it a larger array.
 *
 * <p>{@code transferTo} needs Java 9, and an array of a size that no caller chooses. With a larger array the loop sees
 * larger pieces; that is never called safe.
 */
record CopyLoop(Sources sources, SourceFile file, VariableDeclarator array, Statement loop) {
    /** Plans from the recorded call, {@code in.read(buffer)} or {@code out.write(buffer, 0, length)}. */
    static Optional<Plan> plan(Match match, Node call) {
        Sources sources = match.sources();
        Optional<Statement> loop = enclosingLoop(call);
        if (!(call instanceof MethodCallExpr io) || io.getArguments().isEmpty() || loop.isEmpty()) {
            return Plan.none();
        }
        SourceFile file = SourceFile.of(call);
        boolean hasTransfer = BuildFiles.release(List.of(file.path()), sources.base())
                .filter(release -> Integer.parseInt(release) < 9).isEmpty();
        return arrayOf(sources, io.getArgument(0))
                .filter(array -> hasTransfer && isOneSize(sources, array))
                .flatMap(array -> new CopyLoop(sources, file, array, loop.get()).transfer(match.stream()))
                .or(() -> CopyArray.plan(sources, match.request(), io, loop.get()));
    }

    private static Optional<VariableDeclarator> arrayOf(Sources sources, Expression argument) {
        if (!(argument instanceof NameExpr name)) {
            return Optional.empty();
        }
        return Resolver.of(sources).declarationOf(name)
                .filter(VariableDeclarator.class::isInstance).map(VariableDeclarator.class::cast)
                .filter(declared -> declared.getInitializer()
                        .filter(value -> value instanceof ArrayCreationExpr creation
                                && creation.getElementType().equals(PrimitiveType.byteType())
                                && creation.getInitializer().isEmpty()
                                && creation.getLevels().size() == 1).isPresent());
    }

    /** Returns whether the array has one size for all callers: {@code transferTo} would ignore one that they choose. */
    private static boolean isOneSize(Sources sources, VariableDeclarator array) {
        Resolver resolver = Resolver.of(sources);
        Expression size = array.getInitializer().orElseThrow().asArrayCreationExpr().getLevels().get(0).getDimension()
                .orElseThrow();
        return resolver.constant(size).or(() -> resolver.declarationOf(size)
                .filter(declared -> declared instanceof VariableDeclarator && !Enclosing.isField(declared)
                        && ValueIndex.of(sources).assignments(declared).isEmpty())
                .flatMap(declared -> ((VariableDeclarator) declared).getInitializer())
                .flatMap(resolver::constant)).isPresent();
    }

    private static Optional<Statement> enclosingLoop(Node call) {
        return Enclosing.around(call).takeWhile(up -> !(up instanceof BodyDeclaration<?>))
                .filter(up -> up instanceof WhileStmt || up instanceof ForStmt || up instanceof DoStmt)
                .map(Statement.class::cast).findFirst();
    }

    /** {@code while ((n = in.read(b)) > 0) out.write(b, 0, n)}, optionally with {@code count += n}. */
    private Optional<Plan> transfer(Optional<TracedStream> traced) {
        Optional<Expression> condition = condition();
        Optional<Read> read = condition.flatMap(this::read);
        List<Statement> body = bodyOf(loop);
        if (read.isEmpty() || body.isEmpty() || body.size() > 2 || Lines.hasComment(file.text(loop))) {
            return Plan.none();
        }
        Optional<MethodCallExpr> write = body.stream().flatMap(each -> write(each, read.get()).stream()).findFirst();
        Optional<String> count = body.stream().flatMap(each -> count(each, read.get()).stream()).findFirst();
        Stream<Expression> created = traced.filter(each -> !each.boundary()).stream().map(TracedStream::creation);
        boolean asLong = !stopsAtZero((BinaryExpr) condition.get())
                || Stream.concat(Stream.of(read.get().stream()), created).allMatch(this::isOfJdk);
        if (write.isEmpty() || body.size() == 2 && count.isEmpty() || isUsedElsewhere(read.get()) || !asLong) {
            return Plan.none();
        }
        String call = file.text(read.get().stream()) + ".transferTo("
                + file.text(write.get().getScope().orElseThrow()) + ");";
        List<Edit> edits = new ArrayList<>();
        edits.add(file.replace(loop, count.map(name -> name + " += ").orElse("") + call));
        removal(array).ifPresent(edits::add);
        read.get().length().filter(length -> !Enclosing.isIn(length, loop)).flatMap(this::removal)
                .ifPresent(edits::add);
        return Optional.of(new Plan(
                "replace the copy loop by transferTo", edits,
                List.of(Hazard.at(HazardKind.LATE, loop,
                        "the receiver gets larger blocks; JDK 18 and later copy between"
                        + " files by a channel, which an interrupt closes; after an error a count may differ")),
                Applicability.UNSAFE)
                .with(Effect.TRANSFER));
    }

    private record Read(Expression stream, NameExpr lengthName, Optional<VariableDeclarator> length) {}

    private Optional<Expression> condition() {
        if (loop instanceof WhileStmt whileLoop) {
            return Optional.of(whileLoop.getCondition());
        }
        if (!(loop instanceof ForStmt forLoop)) {
            return Optional.empty();
        }
        boolean onlyDeclares = forLoop.getInitialization().stream().allMatch(each ->
                each.isVariableDeclarationExpr()
                        && each.asVariableDeclarationExpr().getVariables().size() == 1
                        && each.asVariableDeclarationExpr().getVariable(0).getInitializer().isEmpty());
        return forLoop.getUpdate().isEmpty() && onlyDeclares ? forLoop.getCompare() : Optional.empty();
    }

    private Optional<Read> read(Expression condition) {
        if (!(condition instanceof BinaryExpr comparison) || !endsAtEndOfFile(comparison)) {
            return Optional.empty();
        }
        Expression left = comparison.getLeft().isEnclosedExpr()
                ? comparison.getLeft().asEnclosedExpr().getInner() : comparison.getLeft();
        if (!(left instanceof AssignExpr assign)
                || assign.getOperator() != AssignExpr.Operator.ASSIGN
                || !(assign.getTarget() instanceof NameExpr length)
                || !(assign.getValue() instanceof MethodCallExpr call)
                || !call.getNameAsString().equals("read")
                || call.getArguments().size() != 1
                || !isArray(call.getArgument(0))
                || call.getScope().isEmpty() || !isStream(call.getScope().get(), "java.io.InputStream")) {
            return Optional.empty();
        }
        Optional<VariableDeclarator> declared = Resolver.of(sources).declarationOf(length)
                .filter(each -> each instanceof VariableDeclarator && !Enclosing.isField(each))
                .map(each -> (VariableDeclarator) each);
        return declared.map(each -> new Read(call.getScope().get(), length, declared));
    }

    private boolean stopsAtZero(BinaryExpr comparison) {
        return comparison.getOperator() == BinaryExpr.Operator.GREATER
                && Resolver.of(sources).isConstant(comparison.getRight(), 0);
    }

    /** A stream of the user's may answer 0 for "nothing yet", where {@code transferTo} would ask for ever. */
    private boolean isOfJdk(Expression stream) {
        Resolver resolver = Resolver.of(sources);
        return resolver.type(stream).flatMap(resolver::classOf).filter(resolver::isPlatform).isPresent();
    }

    private boolean endsAtEndOfFile(BinaryExpr comparison) {
        Optional<Object> right = Resolver.of(sources).constant(comparison.getRight());
        boolean zero = right.filter(Integer.valueOf(0)::equals).isPresent();
        boolean end = right.filter(Integer.valueOf(-1)::equals).isPresent();
        return switch (comparison.getOperator()) {
            case GREATER -> zero || end;
            case GREATER_EQUALS -> zero;
            case NOT_EQUALS -> end;
            default -> false;
        };
    }

    private Optional<MethodCallExpr> write(Statement statement, Read read) {
        return statement.toExpressionStmt()
                .map(ExpressionStmt::getExpression)
                .flatMap(Expression::toMethodCallExpr)
                .filter(call -> call.getNameAsString().equals("write")
                        && call.getArguments().size() == 3
                        && isArray(call.getArgument(0))
                        && Resolver.of(sources).constant(call.getArgument(1)).filter(Integer.valueOf(0)::equals)
                        .isPresent()
                        && isLength(call.getArgument(2), read)
                        && call.getScope().filter(scope -> isStream(scope, "java.io.OutputStream")).isPresent());
    }

    private Optional<String> count(Statement statement, Read read) {
        return statement.toExpressionStmt()
                .map(ExpressionStmt::getExpression)
                .flatMap(Expression::toAssignExpr)
                .filter(assign -> assign.getOperator() == AssignExpr.Operator.PLUS
                        && assign.getTarget().isNameExpr()
                        && Resolver.of(sources).type(assign.getTarget()).filter(type -> type.getKind() == TypeKind.INT
                                || type.getKind() == TypeKind.LONG).isPresent()
                        && isLength(assign.getValue(), read)).map(assign -> assign.getTarget().toString());
    }

    private boolean isLength(Expression expression, Read read) {
        return Resolver.of(sources).declarationOf(expression)
                .filter(each -> each == read.length().orElseThrow()).isPresent();
    }

    private boolean isArray(Expression expression) {
        return expression instanceof NameExpr name
                && Resolver.of(sources).declarationOf(name).filter(each -> each == array).isPresent();
    }

    private boolean isStream(Expression expression, String type) {
        boolean simple = expression.isNameExpr() || expression.isFieldAccessExpr();
        return simple && Resolver.of(sources).isSubtype(expression, type);
    }

    /** The array and the length must serve this loop alone, or what they hold afterwards would be missed. */
    private boolean isUsedElsewhere(Read read) {
        Node body = Enclosing.body(loop).orElseThrow();
        return uses(body, array).stream().anyMatch(use -> !Enclosing.isIn(use, loop))
                || uses(body, read.length().orElseThrow()).stream().anyMatch(use -> !Enclosing.isIn(use, loop))
                || removal(array).isEmpty();
    }

    private List<NameExpr> uses(Node within, VariableDeclarator variable) {
        return Resolver.of(sources).names(variable).stream().filter(use -> Enclosing.isIn(use, within)).toList();
    }

    /** Returns the removal of a local's declaration with its line; empty where it shares its statement with others. */
    private Optional<Edit> removal(VariableDeclarator variable) {
        return Enclosing.parent(variable, VariableDeclarationExpr.class)
                .filter(declaration -> declaration.getVariables().size() == 1)
                .flatMap(declaration -> Enclosing.parent(declaration, ExpressionStmt.class))
                .filter(each -> Enclosing.parent(each, BlockStmt.class).isPresent())
                .map(each -> Lines.removal(file, each));
    }

    private static List<Statement> bodyOf(Statement loop) {
        Statement body = ((NodeWithBody<?>) loop).getBody();
        return body instanceof BlockStmt block ? block.getStatements() : List.of(body);
    }
}
