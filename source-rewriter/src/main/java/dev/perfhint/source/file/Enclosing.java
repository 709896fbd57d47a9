package dev.perfhint.source.file;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds what a node stands in: its parent, its body of code, its type; by the shape of the tree alone. */
public final class Enclosing {
    private Enclosing() {}

    /** Returns the node's parent if it is of the class. */
    public static <T extends Node> Optional<T> parent(Node node, Class<T> type) {
        return node.getParentNode().filter(type::isInstance).map(type::cast);
    }

    /** Returns the nodes around the node, from the inside. */
    public static Stream<Node> around(Node node) {
        return Stream.iterate(node.getParentNode(), Optional::isPresent, each -> each.get().getParentNode())
                .map(Optional::get);
    }

    /** Returns the place of the very node in the list; -1 where it is not in it. */
    public static int indexOf(List<? extends Node> nodes, Node node) {
        return IntStream.range(0, nodes.size()).filter(at -> nodes.get(at) == node).findFirst().orElse(-1);
    }

    /** Returns the whole expression that the name is the last part of: {@code this.raf} for {@code raf}. */
    public static Expression whole(Expression name) {
        return parent(name, FieldAccessExpr.class).filter(access -> access.getScope() != name)
                .map(Expression.class::cast).orElse(name);
    }

    /** Returns the method, constructor, initialiser, field declaration or lambda whose code the node is part of. */
    public static Optional<Node> body(Node node) {
        return around(node)
                .filter(up -> up instanceof LambdaExpr
                        || up instanceof BodyDeclaration<?> && !(up instanceof TypeDeclaration<?>)).findFirst();
    }

    /** Returns whether the other node stands somewhere in the node: by its parents, which are few. */
    public static boolean isAround(Node node, Node other) {
        return around(other).anyMatch(up -> up == node);
    }

    /** Returns whether the node is the other one or stands in it. */
    public static boolean isIn(Node node, Node outer) {
        return node == outer || isAround(outer, node);
    }

    /** Returns the named type around the node; for code of an anonymous class the named type around that. */
    public static Optional<TypeDeclaration<?>> type(Node node) {
        return around(node).filter(TypeDeclaration.class::isInstance).findFirst().map(up -> (TypeDeclaration<?>) up);
    }

    /** Returns the class-file name of the named type around the node; empty outside of types. */
    public static String className(Node node) {
        return type(node).map(TypeLookup::className).orElse("");
    }

    /** Returns whether the node has text in the line. */
    public static boolean covers(Node node, int line) {
        return node.getRange().filter(range -> range.begin.line <= line && line <= range.end.line).isPresent();
    }

    /** Returns whether a method whose whole name matches is called on just this expression. */
    public static boolean isCalled(Node scope, String name) {
        return parent(scope, MethodCallExpr.class).filter(call -> call.getNameAsString().matches(name)
                && call.getScope().filter(each -> each == scope).isPresent()).isPresent();
    }

    /** Returns whether the declaration is a field, an enum constant or a record component. */
    public static boolean isField(Node declaration) {
        Node parent = declaration.getParentNode().orElse(declaration);
        return parent instanceof FieldDeclaration
                || parent instanceof RecordDeclaration || declaration instanceof EnumConstantDeclaration;
    }
}
