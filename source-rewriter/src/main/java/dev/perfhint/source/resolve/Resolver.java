package dev.perfhint.source.resolve;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.type.Type;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Answers what a name, a call or a type of the user's sources means, by javac's attribution.
 *
 * <p>One for each set of sources. An answer is exact or empty; {@link #reason} says why it is empty.
 */
public final class Resolver {
    private final Sources sources;
    private final Optional<JavacAttribution> javac;
    private final Map<Path, JavacAttribution.Result> units = new HashMap<>();
    private final Map<String, Optional<TypeElement>> named = new HashMap<>();

    private Resolver(Sources sources) {
        this.sources = sources;
        this.javac = JavacAttribution.start(sources);
    }

    /** Returns the sources' resolver; javac is loaded by the first call. */
    public static Resolver of(Sources sources) {
        return sources.attached(Resolver.class, Resolver::new);
    }

    /** Returns the local, parameter, field or enum constant that an expression names or a declaration declares. */
    public Optional<VariableElement> variable(Node nameOrDeclaration) {
        return element(nameOrDeclaration)
                .filter(VariableElement.class::isInstance)
                .map(VariableElement.class::cast)
                .filter(variable -> variable.asType().getKind() != TypeKind.ERROR);
    }

    /**
     * Returns the method or constructor that the node calls, refers to or declares: a call, a creation, {@code this(..)}
     * or {@code super(..)}, a method reference, an enum constant, a declaration.
     */
    public Optional<ExecutableElement> method(Node callOrDeclaration) {
        if (callOrDeclaration instanceof EnumConstantDeclaration) {
            return tree(callOrDeclaration)
                    .map(tree -> ((VariableTree) tree).getInitializer())
                    .filter(NewClassTree.class::isInstance)
                    .flatMap(tree -> element(callOrDeclaration, tree))
                    .map(ExecutableElement.class::cast);
        }
        return element(callOrDeclaration)
                .filter(ExecutableElement.class::isInstance)
                .map(ExecutableElement.class::cast)
                .filter(method -> method.asType().getKind() == TypeKind.EXECUTABLE);
    }

    /** Returns the class that a type declaration declares. */
    public Optional<TypeElement> declaredClass(Node declaration) {
        return element(declaration).filter(TypeElement.class::isInstance).map(TypeElement.class::cast);
    }

    /** Returns the static type of an expression, or what a written type means. */
    public Optional<TypeMirror> type(Node expressionOrType) {
        if (expressionOrType instanceof Type written && (written.isVarType() || written.isUnknownType())) {
            return written.getParentNode().flatMap(this::variable).map(VariableElement::asType);
        }
        if (isDeclaration(expressionOrType)) {
            return variable(expressionOrType).map(VariableElement::asType);
        }
        return tree(expressionOrType)
                .flatMap(tree -> unit(expressionOrType).map(unit -> unit.path(tree)))
                .map(path -> trees().getTypeMirror(path))
                .or(() -> ofConstant(expressionOrType))
                .filter(type -> type.getKind() != TypeKind.ERROR);
    }

    /** javac folds joined string literals and signed numbers while it parses, so that their parts have no tree. */
    private Optional<TypeMirror> ofConstant(Node node) {
        boolean literals = node instanceof LiteralExpr || node instanceof BinaryExpr;
        return literals && unit(node).isPresent()
                ? constant((Expression) node).flatMap(value -> classNamed(value.getClass().getName())).map(boxed ->
                        boxed.getQualifiedName().contentEquals("java.lang.String")
                                ? boxed.asType()
                                : types().unboxedType(boxed.asType()))
                : Optional.empty();
    }

    /** Returns the binary name of the class that an expression or a written type has, {@code java.util.Map$Entry}. */
    public Optional<String> className(Node expressionOrType) {
        return type(expressionOrType).flatMap(this::className);
    }

    /** Returns the binary name of a class type, of a type variable's bound; empty for primitive and array types. */
    public Optional<String> className(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED || type.getKind() == TypeKind.TYPEVAR
                ? classOf(type).map(this::binaryName)
                : Optional.empty();
    }

    /** Returns the class of a type; of an erased one where it is a type variable. */
    public Optional<TypeElement> classOf(TypeMirror type) {
        TypeMirror erased = type.getKind() == TypeKind.TYPEVAR ? types().erasure(type) : type;
        return erased.getKind() == TypeKind.DECLARED
                ? Optional.of((TypeElement) ((DeclaredType) erased).asElement())
                : Optional.empty();
    }

    /** Returns whether the expression's or written type's class is the named one or inherits from it. */
    public boolean isSubtype(Node expressionOrType, String ancestor) {
        return type(expressionOrType).filter(type -> isSubtype(type, ancestor)).isPresent();
    }

    /** Returns whether the type's class is the named one or inherits from it; false where either is unknown. */
    public boolean isSubtype(TypeMirror type, String ancestor) {
        boolean reference = type.getKind() == TypeKind.DECLARED || type.getKind() == TypeKind.TYPEVAR;
        return reference
                && classNamed(ancestor)
                        .filter(wanted ->
                                types().isSubtype(types().erasure(type), types().erasure(wanted.asType())))
                        .isPresent();
    }

    /** Returns whether all ancestors of the class are known; where not, a false {@link #isSubtype} proves nothing. */
    public boolean hasKnownAncestors(TypeMirror type) {
        return type.getKind() != TypeKind.ERROR
                && types().directSupertypes(types().erasure(type)).stream().allMatch(this::hasKnownAncestors);
    }

    /** Returns the class of that binary name, from sources, class path or JDK. */
    public Optional<TypeElement> classNamed(String binaryName) {
        Optional<TypeElement> known = named.get(binaryName);
        if (known == null) {
            known = javac.map(task -> task.elements().getTypeElement(binaryName));
            if (known.isEmpty() && binaryName.indexOf('$') > 0) {
                known = javac.map(task -> task.elements().getTypeElement(binaryName.replace('$', '.')));
            }
            named.put(binaryName, known);
        }
        return known;
    }

    /** Returns the node that declares a variable, method or class in the analysed sources. */
    public Optional<Node> declaration(Element element) {
        if (element.getKind() == ElementKind.PACKAGE || element.getKind() == ElementKind.MODULE) {
            return Optional.empty();
        }
        Optional<UnitTrees> unit = sourceOf(element).flatMap(this::unit);
        Optional<Node> direct = unit.flatMap(it -> it.declaration(element));
        return direct.isPresent() ? direct : unit.flatMap(it -> recordComponent(it, element));
    }

    /** The parameters of a compact constructor and a record's fields are declared by its components. */
    private Optional<Node> recordComponent(UnitTrees unit, Element element) {
        for (Element up = element.getEnclosingElement(); up != null; up = up.getEnclosingElement()) {
            if (up.getKind() == ElementKind.RECORD && element instanceof VariableElement) {
                return unit.declaration(up)
                        .filter(RecordDeclaration.class::isInstance)
                        .flatMap(type -> ((RecordDeclaration) type).getParameters().stream()
                                .filter(each -> element.getSimpleName().contentEquals(each.getNameAsString()))
                                .map(each -> (Node) each)
                                .findFirst());
            }
        }
        return Optional.empty();
    }

    /** Returns the node that declares the variable which an expression names; empty for variables without source. */
    public Optional<Node> declarationOf(Expression name) {
        return variable(name).flatMap(this::declaration);
    }

    /** Returns the expressions in the variable's own file that name it, in the order of the text. */
    public List<Expression> uses(VariableElement variable) {
        return sourceOf(variable).flatMap(this::unit).map(unit -> unit.uses(variable)).orElse(List.of());
    }

    /** Returns the expressions in the file that name the variable, in the order of the text. */
    public List<Expression> usesIn(SourceFile file, VariableElement variable) {
        return unit(file).map(unit -> unit.uses(variable)).orElse(List.of());
    }

    /** Returns the source file of the class that the element is or belongs to. */
    public Optional<SourceFile> sourceOf(Element element) {
        Element outer = element;
        while (outer.getEnclosingElement() != null
                && outer.getEnclosingElement().getKind() != ElementKind.PACKAGE) {
            outer = outer.getEnclosingElement();
        }
        TreePath path = trees().getPath(outer);
        return path == null
                ? Optional.empty()
                : javac.orElseThrow().pathOf(path.getCompilationUnit()).flatMap(sources::file);
    }

    /** Returns whether the element belongs to the running JDK. */
    public boolean isPlatform(Element element) {
        return Optional.ofNullable(elements().getModuleOf(element))
                .filter(module -> !module.isUnnamed())
                .isPresent();
    }

    /** Returns the method's name in class files. */
    public MethodKey key(ExecutableElement method) {
        return new Descriptors(elements(), types()).key(method);
    }

    /** Returns {@code pkg.Outer$Inner}. */
    public String binaryName(TypeElement type) {
        return elements().getBinaryName(type).toString();
    }

    /** Returns the value of a constant expression: a boxed primitive or a string. */
    public Optional<Object> constant(Expression expression) {
        return Constants.value(this, expression);
    }

    /** Returns why the node has no answer, for a reader. */
    public String reason(Node node) {
        if (javac.isEmpty()) {
            return "not resolved: this Java runtime has no compiler, run perfhint on a JDK";
        }
        SourceFile file = SourceFile.of(node);
        JavacAttribution.Result result = result(file);
        if (result.trees().isEmpty()) {
            return "not resolved: " + result.reason();
        }
        Node around = node.findAncestor(Statement.class).map(each -> (Node) each).orElse(node);
        return "not resolved: "
                + javac.get().problem(file.path(), file.start(node), file.end(node))
                        .or(() -> javac.get().problem(file.path(), file.start(around), file.end(around)))
                        .orElse("the compiler gives no answer here");
    }

    /** Returns javac's elements, to ask about members and overriding. */
    public Elements elements() {
        return javac.orElseThrow().elements();
    }

    /** Returns javac's types, to ask about conversions. */
    public Types types() {
        return javac.orElseThrow().types();
    }

    private com.sun.source.util.Trees trees() {
        return javac.orElseThrow().trees();
    }

    private static boolean isDeclaration(Node node) {
        return node instanceof VariableDeclarator || node instanceof Parameter || node instanceof TypePatternExpr;
    }

    private Optional<Element> element(Node node) {
        return tree(node).flatMap(tree -> element(node, tree));
    }

    private Optional<Element> element(Node node, Tree tree) {
        return unit(node).map(unit -> trees().getElement(unit.path(tree)));
    }

    private Optional<Tree> tree(Node node) {
        return unit(node).flatMap(unit -> unit.tree(node));
    }

    private Optional<UnitTrees> unit(Node node) {
        return node.findCompilationUnit().isEmpty() ? Optional.empty() : unit(SourceFile.of(node));
    }

    private Optional<UnitTrees> unit(SourceFile file) {
        return result(file).trees();
    }

    private JavacAttribution.Result result(SourceFile file) {
        JavacAttribution.Result known = units.get(file.path());
        if (known == null) {
            known = sources.file(file.path()).filter(own -> own == file).isEmpty() || javac.isEmpty()
                    ? new JavacAttribution.Result(Optional.empty(), "another text of the file is analysed")
                    : javac.get().attribute(file);
            units.put(file.path(), known);
        }
        return known;
    }
}
