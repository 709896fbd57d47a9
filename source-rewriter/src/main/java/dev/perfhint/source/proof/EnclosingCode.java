package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.Statement;
import java.util.Optional;

/** Finds the piece of code that an expression runs in. */
final class EnclosingCode {
    private EnclosingCode() {}

    /** Returns the method, constructor, initialiser or lambda; the class for what initialises a field. */
    static Node home(Node node) {
        Node at = node.getParentNode().orElse(node);
        while (at.getParentNode().isPresent()) {
            boolean anonymous = at instanceof ObjectCreationExpr made && made.getAnonymousClassBody().isPresent()
                    && !made.getArguments().contains(node);
            if (at instanceof CallableDeclaration || at instanceof InitializerDeclaration || at instanceof LambdaExpr
                    || at instanceof TypeDeclaration || anonymous) {
                return at;
            }
            at = at.getParentNode().get();
        }
        return at;
    }

    static Optional<Statement> body(Node home) {
        return home instanceof LambdaExpr lambda ? Optional.of(lambda.getBody())
                : home instanceof InitializerDeclaration block ? Optional.of(block.getBody())
                : CallTransfer.block(home).map(Statement.class::cast);
    }
}
