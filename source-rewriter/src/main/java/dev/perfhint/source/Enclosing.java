package dev.perfhint.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.LambdaExpr;
import java.util.Optional;

/** Finds what a node stands in: its body of code, its type; by the shape of the tree alone. */
public final class Enclosing {
    private Enclosing() {}

    /** Returns the method, constructor, initialiser, field declaration or lambda whose code the node is part of. */
    public static Optional<Node> body(Node node) {
        for (Optional<Node> up = node.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            boolean body = up.get() instanceof LambdaExpr
                    || up.get() instanceof BodyDeclaration<?> && !(up.get() instanceof TypeDeclaration<?>);
            if (body) {
                return up;
            }
        }
        return Optional.empty();
    }

    /** Returns whether the other node stands somewhere in the node: by its parents, which are few. */
    public static boolean isAround(Node node, Node other) {
        Optional<Node> up = other.getParentNode();
        while (up.isPresent() && up.get() != node) {
            up = up.get().getParentNode();
        }
        return up.isPresent();
    }

    /** Returns the named type around the node; for code of an anonymous class the named type around that. */
    public static Optional<TypeDeclaration<?>> type(Node node) {
        for (Optional<Node> up = node.getParentNode(); up.isPresent(); up = up.get().getParentNode()) {
            if (up.get() instanceof TypeDeclaration<?> type) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** Returns the class-file name of the named type around the node; empty outside of types. */
    public static String className(Node node) {
        return type(node).map(TypeLookup::className).orElse("");
    }

    /** Returns whether the declaration is a field, an enum constant or a record component. */
    public static boolean isField(Node declaration) {
        Node parent = declaration.getParentNode().orElse(declaration);
        return parent instanceof FieldDeclaration
                || parent instanceof RecordDeclaration
                || declaration instanceof EnumConstantDeclaration;
    }
}
