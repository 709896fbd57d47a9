package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Where a node is in the text: inside another, in a loop, in code that runs later. */
final class Scopes {
    private Scopes() {}

    /** Returns the nodes round a node, from the inside, up to the method, initialiser or class that it is in. */
    static Stream<Node> around(Node node) {
        return Stream.iterate(node, each -> each.getParentNode().orElse(null)).skip(1)
                .takeWhile(each -> each != null && !(each instanceof CallableDeclaration)
                        && !(each instanceof TypeDeclaration));
    }

    static boolean isInside(Node node, Node outer) {
        return node == outer || around(node).anyMatch(each -> each == outer);
    }

    static boolean isLoop(Node node) {
        return node instanceof ForStmt || node instanceof ForEachStmt || node instanceof WhileStmt
                || node instanceof DoStmt || node instanceof LambdaExpr;
    }

    /** Returns whether code between a variable's name and its declaration may run at another time. */
    static boolean deferred(Node name, Node declaration, Predicate<LambdaExpr> atOnce) {
        for (Node each = name; each != null && !each.isAncestorOf(declaration);
                each = each.getParentNode().orElse(null)) {
            boolean later = each instanceof LambdaExpr lambda && lambda != declaration.getParentNode().orElse(null)
                    && !atOnce.test(lambda);
            boolean inner = each instanceof TypeDeclaration
                    || each instanceof ObjectCreationExpr made && made.getAnonymousClassBody().isPresent()
                            && made.getAnonymousClassBody().get().stream().anyMatch(member -> isWithin(name, member))
                    || each instanceof CallableDeclaration && declaration.getParentNode().orElse(null) != each;
            if (later || inner) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWithin(Node node, Node outer) {
        return node == outer || outer.isAncestorOf(node);
    }
}
