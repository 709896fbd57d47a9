package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A stream's method for one byte, understood: it hands the byte to another stream and at most counts it or adds it to a
 * checksum.
 *
 * @param target how the method names the other stream
 * @param extras what is done to a byte besides, in order
 * @param handOver how many of the extras come before the byte is handed on
 */
record SingleByteMethod(MethodDeclaration method, String target, List<Extra> extras, int handOver) {
    private static final Set<String> CHECKSUMS = Set.of(
            "java.util.zip.Checksum", "java.util.zip.CRC32", "java.util.zip.Adler32", "java.util.zip.CRC32C",
            "java.security.MessageDigest");

    /** A counter that grows by one, or a checksum that takes the byte. */
    private record Extra(String name, boolean counter) {
        String of(String array, String offset, String length) {
            return counter
                    ? name + " += " + length + ";"
                    : name + ".update(" + array + ", " + offset + ", " + length + ");";
        }
    }

    /**
     * Reads the method; empty where it does anything else.
     *
     * @param inherits whether {@code super.write} hands the byte to the inherited field {@code out}
     */
    static Optional<SingleByteMethod> of(Sources sources, MethodDeclaration method, boolean inherits) {
        Optional<BlockStmt> body = method.getBody();
        if (body.isEmpty() || body.get().isEmpty() || method.isStatic()) {
            return Optional.empty();
        }
        List<Statement> statements = body.get().getStatements();
        return method.getParameters().isEmpty()
                ? reading(sources, method, statements)
                : writing(sources, method, statements, inherits);
    }

    private static Optional<SingleByteMethod> writing(
            Sources sources, MethodDeclaration method, List<Statement> statements, boolean inherits) {
        if (method.getParameters().size() != 1 || !method.getParameter(0).getTypeAsString().equals("int")) {
            return Optional.empty();
        }
        String value = method.getParameter(0).getNameAsString();
        Optional<String> target = Optional.empty();
        List<Extra> extras = new ArrayList<>();
        int before = 0;
        for (Statement statement : statements) {
            Optional<String> handed = written(sources, statement, value, inherits);
            Optional<Extra> extra = handed.isPresent() ? Optional.empty() : extra(sources, statement, value);
            if (handed.isPresent() && target.isEmpty()) {
                target = handed;
                before = extras.size();
            } else if (extra.isPresent()) {
                extras.add(extra.get());
            } else {
                return Optional.empty();
            }
        }
        int handOver = before;
        return target.map(name -> new SingleByteMethod(method, name, List.copyOf(extras), handOver));
    }

    /** {@code return in.read();} or {@code int b = in.read(); if (b >= 0) count++; return b;}. */
    private static Optional<SingleByteMethod> reading(
            Sources sources, MethodDeclaration method, List<Statement> statements) {
        if (statements.size() == 1) {
            return statements.get(0).toReturnStmt()
                    .flatMap(exit -> exit.getExpression())
                    .flatMap(value -> read(sources, value))
                    .map(name -> new SingleByteMethod(method, name, List.of(), 0));
        }
        Optional<VariableDeclarator> local = statements.get(0).toExpressionStmt()
                .map(ExpressionStmt::getExpression)
                .flatMap(Expression::toVariableDeclarationExpr)
                .filter(variables -> variables.getVariables().size() == 1)
                .map(variables -> variables.getVariable(0));
        Optional<String> target = local.flatMap(VariableDeclarator::getInitializer)
                .flatMap(value -> read(sources, value));
        if (target.isEmpty() || statements.size() != 3) {
            return Optional.empty();
        }
        String value = local.get().getNameAsString();
        boolean returned = statements.get(2).toReturnStmt()
                .flatMap(exit -> exit.getExpression())
                .filter(expression -> isName(expression, value))
                .isPresent();
        Optional<List<Extra>> extras = statements.get(1).toIfStmt()
                .filter(test -> test.getElseStmt().isEmpty() && isAByte(test, value))
                .flatMap(test -> extras(sources, test.getThenStmt(), value));
        return returned ? extras.map(each -> new SingleByteMethod(method, target.get(), each, 0)) : Optional.empty();
    }

    private static boolean isAByte(IfStmt test, String value) {
        if (!(test.getCondition() instanceof BinaryExpr comparison) || !isName(comparison.getLeft(), value)) {
            return false;
        }
        String right = comparison.getRight().toString();
        return switch (comparison.getOperator()) {
            case GREATER_EQUALS -> right.equals("0");
            case NOT_EQUALS, GREATER -> right.equals("-1");
            default -> false;
        };
    }

    private static Optional<List<Extra>> extras(Sources sources, Statement body, String value) {
        List<Extra> extras = new ArrayList<>();
        for (Statement each : body instanceof BlockStmt block ? block.getStatements() : List.of(body)) {
            Optional<Extra> extra = extra(sources, each, value);
            if (extra.isEmpty()) {
                return Optional.empty();
            }
            extras.add(extra.get());
        }
        return Optional.of(extras);
    }

    private static Optional<String> written(Sources sources, Statement statement, String value, boolean inherits) {
        Optional<MethodCallExpr> call = statement.toExpressionStmt()
                .map(ExpressionStmt::getExpression)
                .flatMap(Expression::toMethodCallExpr)
                .filter(each -> each.getNameAsString().equals("write")
                        && each.getArguments().size() == 1
                        && isName(each.getArgument(0), value)
                        && each.getScope().isPresent());
        if (call.isEmpty()) {
            return Optional.empty();
        }
        Expression scope = call.get().getScope().get();
        if (scope.isSuperExpr()) {
            return inherits ? Optional.of("out") : Optional.empty();
        }
        boolean inherited = inherits && nameOf(scope).equals("out") && !isDeclared(sources, scope);
        return inherited || isStream(sources, scope, "java.io.OutputStream")
                ? Optional.of(scope.toString())
                : Optional.empty();
    }

    private static Optional<String> read(Sources sources, Expression value) {
        return value.toMethodCallExpr()
                .filter(call -> call.getNameAsString().equals("read") && call.getArguments().isEmpty())
                .flatMap(MethodCallExpr::getScope)
                .filter(scope -> isStream(sources, scope, "java.io.InputStream"))
                .map(Expression::toString);
    }

    private static boolean isStream(Sources sources, Expression scope, String type) {
        return !nameOf(scope).isEmpty()
                && isDeclared(sources, scope)
                && Resolver.of(sources).isSubtype(scope, type);
    }

    private static Optional<Extra> extra(Sources sources, Statement statement, String value) {
        Optional<Expression> expression = statement.toExpressionStmt().map(ExpressionStmt::getExpression);
        Optional<Expression> counter = expression.flatMap(SingleByteMethod::counted);
        if (counter.isPresent()) {
            return counter.filter(each -> isIntegral(sources, each)).map(each -> new Extra(each.toString(), true));
        }
        return expression.flatMap(Expression::toMethodCallExpr)
                .filter(call -> call.getNameAsString().equals("update")
                        && call.getArguments().size() == 1
                        && isName(withoutCast(call.getArgument(0)), value))
                .flatMap(MethodCallExpr::getScope)
                .filter(scope -> !nameOf(scope).isEmpty()
                        && Resolver.of(sources).className(scope).filter(CHECKSUMS::contains).isPresent())
                .map(scope -> new Extra(scope.toString(), false));
    }

    private static Expression withoutCast(Expression argument) {
        return argument instanceof CastExpr cast && cast.getType().asString().equals("byte")
                ? cast.getExpression()
                : argument;
    }

    /** Returns what {@code count++}, {@code ++count} or {@code count += 1} counts. */
    private static Optional<Expression> counted(Expression expression) {
        if (expression instanceof UnaryExpr unary) {
            boolean grows = unary.getOperator() == UnaryExpr.Operator.POSTFIX_INCREMENT
                    || unary.getOperator() == UnaryExpr.Operator.PREFIX_INCREMENT;
            return grows ? Optional.of(unary.getExpression()) : Optional.empty();
        }
        return expression instanceof AssignExpr assign
                        && assign.getOperator() == AssignExpr.Operator.PLUS
                        && assign.getValue().toIntegerLiteralExpr()
                                .filter(literal -> literal.asNumber().equals(1))
                                .isPresent()
                ? Optional.of(assign.getTarget())
                : Optional.empty();
    }

    private static boolean isIntegral(Sources sources, Expression counter) {
        return declaration(sources, counter)
                .filter(Enclosing::isField)
                .filter(field -> field instanceof VariableDeclarator variable
                        && Set.of("int", "long").contains(variable.getTypeAsString()))
                .isPresent();
    }

    private static boolean isDeclared(Sources sources, Expression name) {
        return declaration(sources, name).isPresent();
    }

    private static Optional<Node> declaration(Sources sources, Expression expression) {
        return nameOf(expression).isEmpty() ? Optional.empty() : Resolver.of(sources).declarationOf(expression);
    }

    /** Returns the name in {@code name} or {@code this.name}; empty for anything else. */
    private static String nameOf(Expression expression) {
        if (expression instanceof FieldAccessExpr access) {
            return access.getScope().isThisExpr() ? access.getNameAsString() : "";
        }
        return expression instanceof NameExpr name ? name.getNameAsString() : "";
    }

    private static boolean isName(Expression expression, String name) {
        return expression instanceof NameExpr used && used.getNameAsString().equals(name);
    }

    /** Returns the name, or one like it that the method does not use. */
    String fresh(String name) {
        return Lines.fresh(name, SourceFile.of(method).text(method));
    }

    /** Returns the lines of the method that takes an array. */
    List<String> writing(String array, String offset, String length) {
        List<String> lines = new ArrayList<>(extras.stream().map(each -> each.of(array, offset, length)).toList());
        lines.add(handOver, target + ".write(" + array + ", " + offset + ", " + length + ");");
        return lines;
    }

    /** Returns the lines of the method that fills an array. */
    List<String> reading(String array, String offset, String length, String step) {
        String read = target + ".read(" + array + ", " + offset + ", " + length + ")";
        if (extras.isEmpty()) {
            return List.of("return " + read + ";");
        }
        String count = fresh("count");
        List<String> lines = new ArrayList<>(List.of("int " + count + " = " + read + ";", "if (" + count + " > 0) {"));
        extras.forEach(each -> lines.add(step + each.of(array, offset, count)));
        lines.addAll(List.of("}", "return " + count + ";"));
        return lines;
    }
}
