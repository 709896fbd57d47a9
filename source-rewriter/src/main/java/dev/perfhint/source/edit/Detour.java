package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Edit;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;

/**
 * A call of a final method of {@code RandomAccessFile} that passes by the overrides of a subclass, and what is called
 * instead.
 *
 * @param through the static method of the added subclass that does the same, or that the file goes through before the
 *     call
 */
record Detour(MethodCallExpr call, String through) {
    private static final String SETTLED = "settled";
    private static final String RELEASED = "released";
    private static final Set<String> READS = Set.of("readLine");
    private static final Set<String> WRITES = Set.of("writeBytes", "writeChars");
    private static final Set<String> HANDLES = Set.of("getChannel", "getFD");

    static Optional<Detour> of(Resolver resolver, MethodCallExpr call) {
        String name = call.getNameAsString();
        if (READS.contains(name) || WRITES.contains(name)) {
            return Optional.of(new Detour(call, name));
        }
        return HANDLES.contains(name)
                ? Optional.of(new Detour(call, isMomentary(resolver, call) ? SETTLED : RELEASED))
                : Optional.empty();
    }

    boolean writes() {
        return WRITES.contains(through);
    }

    private boolean isHandle() {
        return HANDLES.contains(call.getNameAsString());
    }

    /** Returns what the subclass cannot promise of a file that is written; of others it does the same. */
    Optional<String> doubt() {
        return isHandle()
                ? Optional.of("the file is also used through " + call.getNameAsString() + "(), "
                        + (through.equals(SETTLED) ? "before which its block is given up"
                                : "from where on it has no block")
                        + ", " + SourceFile.place(call))
                : Optional.empty();
    }

    /** Returns the edits that lead the call through the added class. */
    List<Edit> edits(String className) {
        SourceFile file = SourceFile.of(call);
        Expression receiver = call.getScope().orElseThrow();
        String open = className + "." + through + "(";
        if (isHandle()) {
            return List.of(file.insert(file.start(receiver), open), file.insert(file.end(receiver), ")"));
        }
        int next = call.getArguments().isEmpty() ? file.end(call) - 1 : file.start(call.getArgument(0));
        return List.of(
                file.insert(file.start(receiver), open),
                file.edit(file.end(receiver), next, call.getArguments().isEmpty() ? "" : ", "));
    }

    /** Returns whether nobody has the channel or descriptor when the file itself is used the next time. */
    private static boolean isMomentary(Resolver resolver, MethodCallExpr call) {
        if (isUsedUp(resolver, call)) {
            return true;
        }
        return call.getParentNode().orElseThrow() instanceof VariableDeclarator local
                && local.getInitializer().filter(value -> value == call).isPresent()
                && local.findAncestor(ExpressionStmt.class).isPresent()
                && isUsedUpAtOnce(resolver, local);
    }

    /** A method is called on it whose result is no way back to it: {@code getChannel().force(false)}. */
    private static boolean isUsedUp(Resolver resolver, Expression handle) {
        if (!(handle.getParentNode().orElseThrow() instanceof MethodCallExpr user)
                || user.getScope().filter(scope -> scope == handle).isEmpty()
                || user.getNameAsString().equals("map")) {
            return false;
        }
        boolean dropped = user.getParentNode().orElseThrow() instanceof ExpressionStmt;
        Optional<TypeMirror> result = resolver.type(user);
        return dropped || result.filter(type -> type.getKind().isPrimitive()).isPresent();
    }

    /** The statements from the declaration to the last use call nothing but the handle and the JDK. */
    private static boolean isUsedUpAtOnce(Resolver resolver, VariableDeclarator local) {
        List<NameExpr> uses = resolver.names(local);
        Statement declaration = local.findAncestor(ExpressionStmt.class).orElseThrow();
        if (!(declaration.getParentNode().orElseThrow() instanceof BlockStmt block)
                || !uses.stream().allMatch(use -> isUsedUp(resolver, use) || isArgumentOf(use, local))) {
            return false;
        }
        int last = uses.stream().mapToInt(use -> use.getBegin().orElseThrow().line).max().orElse(0);
        List<Statement> statements = block.getStatements();
        return statements.subList(statements.indexOf(declaration) + 1, statements.size()).stream()
                .filter(statement -> statement.getBegin().orElseThrow().line <= last)
                .allMatch(statement -> statement.findAll(Node.class, each -> mayUseTheFile(resolver, each, local))
                        .isEmpty());
    }

    /** A channel may be the target of its own {@code transferTo}. */
    private static boolean isArgumentOf(NameExpr use, VariableDeclarator local) {
        return use.getParentNode().orElseThrow() instanceof MethodCallExpr call
                && call.getScope().filter(scope -> isName(scope, local)).isPresent();
    }

    private static boolean mayUseTheFile(Resolver resolver, Node node, VariableDeclarator local) {
        if (node instanceof ObjectCreationExpr creation) {
            return !isPlatform(resolver, creation) || creation.getAnonymousClassBody().isPresent();
        }
        return node instanceof AssignExpr assignment && isName(assignment.getTarget(), local)
                || node instanceof MethodCallExpr call
                        && call.getScope().filter(scope -> isName(scope, local)).isEmpty()
                        && (!isPlatform(resolver, call)
                                || resolver.ownerOf(call).filter("java.io.RandomAccessFile"::equals)
                                .isPresent());
    }

    private static boolean isPlatform(Resolver resolver, Node call) {
        return resolver.method(call).filter(method -> resolver.isPlatform((Element) method)).isPresent();
    }

    private static boolean isName(Expression expression, VariableDeclarator local) {
        return expression instanceof NameExpr name && name.getNameAsString().equals(local.getNameAsString());
    }
}
