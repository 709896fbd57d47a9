package dev.perfhint.source.resolve;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CompactConstructorDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.type.Type;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/**
 * The two trees of one source file, javac's and JavaParser's, tied together by the positions of their nodes.
 *
 * <p>Expressions and types are found by their exact range, declarations by the offset of their name. What expressions
 * and local variables mean is known once the tree is attributed, what members are before that.
 */
final class UnitTrees {
    private final SourceFile file;
    private final Trees trees;
    private final TreePath root;
    private final Map<Long, List<Tree>> byRange = new HashMap<>();
    private final Map<Long, ExpressionStatementTree> statements = new HashMap<>();
    private final Map<String, List<Named>> named = new HashMap<>();
    /** JavaParser's nodes by the declarations that they are. */
    private final Map<Tree, Node> nodes = new IdentityHashMap<>();
    private final Map<Element, Tree> declared = new HashMap<>();
    private final Map<String, List<Expression>> unresolved = new HashMap<>();
    private Map<Element, List<Expression>> uses;
    private boolean attributed;

    /** A declaration of javac's and its range. */
    private record Named(Tree tree, int start, int end) {}

    UnitTrees(SourceFile file, Trees trees, CompilationUnitTree unit) {
        this.file = file;
        this.trees = trees;
        this.root = new TreePath(unit);
        SourcePositions positions = trees.getSourcePositions();
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void nothing) {
                if (tree != null) {
                    int start = (int) positions.getStartPosition(unit, tree);
                    int end = (int) positions.getEndPosition(unit, tree);
                    if (start >= 0 && end > start) {
                        add(tree, start, end);
                    }
                }
                return super.scan(tree, nothing);
            }
        }.scan(unit, null);
        file.unit().walk(this::tie);
    }

    private void add(Tree tree, int start, int end) {
        if (tree instanceof VariableTree variable) {
            name(variable.getName().toString(), tree, start, end);
        } else if (tree instanceof MethodTree method) {
            name(method.getName().toString(), tree, start, end);
        } else if (tree instanceof ClassTree type) {
            name(type.getSimpleName().toString(), tree, start, end);
        } else if (tree instanceof ExpressionStatementTree statement) {
            statements.put(range(start, end), statement);
        } else if (tree instanceof BlockTree || !(tree instanceof StatementTree)) {
            byRange.computeIfAbsent(range(start, end), key -> new ArrayList<>(1)).add(tree);
        }
    }

    private void name(String name, Tree tree, int start, int end) {
        named.computeIfAbsent(name, key -> new ArrayList<>(2)).add(new Named(tree, start, end));
        declare(tree);
    }

    private void declare(Tree tree) {
        Optional.ofNullable(trees.getElement(new TreePath(root, tree))).ifPresent(it -> declared.put(it, tree));
    }

    /** Has javac attribute the code of all classes in the file. */
    void attribute() {
        if (attributed) {
            return;
        }
        for (Tree each : root.getCompilationUnit().getTypeDecls()) {
            if (each instanceof ClassTree type) {
                // asking for what has no element makes javac attribute the class around it
                trees.getElement(new TreePath(new TreePath(root, type), type.getModifiers()));
            }
        }
        named.values().forEach(all -> all.forEach(each -> declare(each.tree())));
        attributed = true;
    }

    private static long range(int start, int end) {
        return (long) start << 32 | end;
    }

    private void tie(Node node) {
        if (node instanceof NodeWithSimpleName<?> && node.getRange().isPresent()) {
            find(node).ifPresent(found -> nodes.putIfAbsent(found, node));
        }
    }

    /** Returns javac's tree for the node. */
    Optional<Tree> tree(Node node) {
        return node.getRange().isEmpty() ? Optional.empty() : find(node);
    }

    private Optional<Tree> find(Node node) {
        if (node instanceof VariableDeclarator
                || node instanceof Parameter
                || node instanceof TypePatternExpr || node instanceof EnumConstantDeclaration) {
            return declaration((NodeWithSimpleName<?>) node, VariableTree.class);
        }
        if (node instanceof MethodDeclaration method) {
            return declaration(method, MethodTree.class);
        }
        if (node instanceof ConstructorDeclaration || node instanceof CompactConstructorDeclaration) {
            return innermost("<init>", MethodTree.class, file.start(((NodeWithSimpleName<?>) node).getName()));
        }
        if (node instanceof TypeDeclaration<?> type) {
            // the class of a compact source file has no name in the text
            return type.getName().getRange().isEmpty() ? Optional.empty() : declaration(type, ClassTree.class);
        }
        if (node instanceof InitializerDeclaration block) {
            return at(block.getBody()).filter(BlockTree.class::isInstance);
        }
        if (node instanceof ExplicitConstructorInvocationStmt) {
            return Optional.ofNullable(statements.get(range(file.start(node), file.end(node))))
                    .map(ExpressionStatementTree::getExpression);
        }
        if (node instanceof Expression) {
            boolean enclosed = node instanceof EnclosedExpr;
            return at(node).filter(tree -> tree instanceof ExpressionTree
                    && tree instanceof ParenthesizedTree == enclosed);
        }
        return node instanceof Type ? at(node) : Optional.empty();
    }

    private Optional<Tree> declaration(NodeWithSimpleName<?> node, Class<? extends Tree> sort) {
        return innermost(node.getNameAsString(), sort, file.start(node.getName()));
    }

    private Optional<Tree> innermost(String name, Class<? extends Tree> sort, int offset) {
        Named best = null;
        for (Named each : named.getOrDefault(name, List.of())) {
            boolean around = sort.isInstance(each.tree()) && each.start() <= offset && offset < each.end();
            if (around && (best == null || each.end() - each.start() < best.end() - best.start())) {
                best = each;
            }
        }
        return Optional.ofNullable(best).map(Named::tree);
    }

    private Optional<Tree> at(Node node) {
        List<Tree> found = byRange.getOrDefault(range(file.start(node), file.end(node)), List.of());
        return found.stream().filter(tree -> found.size() == 1 || tree instanceof ExpressionTree).findFirst();
    }

    /** Returns a path that leads to the tree; attributed trees need no more of it than the unit. */
    TreePath path(Tree tree) {
        return new TreePath(root, tree);
    }

    /** Returns the node that declares the element in this unit. */
    Optional<Node> declaration(Element element) {
        return Optional.ofNullable(declared.get(element)).map(nodes::get);
    }

    /** Returns the expressions of this unit that name the element, in the order of the text. */
    List<Expression> uses(Element element) {
        return readUses().getOrDefault(element, List.of());
    }

    /** Returns the simple names of that spelling that mean nothing the compiler knows. */
    List<Expression> unresolved(String name) {
        readUses();
        return unresolved.getOrDefault(name, List.of());
    }

    private Map<Element, List<Expression>> readUses() {
        if (uses == null) {
            uses = new HashMap<>();
            file.unit().walk(Expression.class, expression -> {
                // the parser takes the variable of out::write for a type
                if (expression.isNameExpr() || expression.isFieldAccessExpr() || expression.isTypeExpr()) {
                    // javac gives a name that it cannot find an element of its own, whose type is an error
                    Optional<Element> named = tree(expression)
                            .map(tree -> trees.getElement(path(tree)))
                            .filter(it -> it instanceof VariableElement
                                    || !expression.isTypeExpr() && it.asType().getKind() != TypeKind.ERROR);
                    named.ifPresent(it -> uses.computeIfAbsent(it, key -> new ArrayList<>()).add(expression));
                    if (named.isEmpty() && expression instanceof NameExpr name) {
                        unresolved.computeIfAbsent(name.getNameAsString(), key -> new ArrayList<>()).add(name);
                    }
                }
            });
        }
        return uses;
    }
}
