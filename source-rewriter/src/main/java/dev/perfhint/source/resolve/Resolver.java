package dev.perfhint.source.resolve;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.type.Type;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
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
    private static final int FEW = 20;

    private final Sources sources;
    private final CompletableFuture<Optional<JavacAttribution>> javac;
    private final Map<Path, JavacAttribution.Result> entered = new HashMap<>();
    private final Map<Path, JavacAttribution.Result> attributed = new HashMap<>();
    private final Map<String, Optional<TypeElement>> named = new HashMap<>();
    private final Map<TypeElement, Set<String>> ancestors = new HashMap<>();
    private final Map<Element, Optional<SourceFile>> declaring = new HashMap<>();
    private final Map<Element, Optional<Path>> paths = new HashMap<>();
    private final Map<Node, Optional<Element>> meant = new IdentityHashMap<>();
    private final Map<Node, Optional<TypeMirror>> typed = new IdentityHashMap<>();
    private final Map<ExecutableElement, MethodKey> keys = new HashMap<>();

    private Resolver(Sources sources) {
        this.sources = sources;
        this.javac = CompletableFuture.supplyAsync(() -> JavacAttribution.start(sources), work -> {
            Thread thread = new Thread(work, "perfhint-javac");
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** Returns the sources' resolver; the first call has javac start on a thread of its own. */
    public static Resolver of(Sources sources) {
        return sources.attached(Resolver.class, Resolver::new);
    }

    /** Returns the local, parameter, field or enum constant that an expression names or a declaration declares. */
    public Optional<VariableElement> variable(Node nameOrDeclaration) {
        return element(nameOrDeclaration).filter(VariableElement.class::isInstance).map(VariableElement.class::cast);
    }

    /**
     * Returns the method or constructor that the node calls, refers to or declares: a call, a creation,
     * {@code this(..)} or {@code super(..)}, a method reference, an enum constant, a declaration.
     */
    public Optional<ExecutableElement> method(Node callOrDeclaration) {
        if (callOrDeclaration instanceof EnumConstantDeclaration) {
            return tree(callOrDeclaration)
                    .map(tree -> ((VariableTree) tree).getInitializer())
                    .filter(NewClassTree.class::isInstance)
                    .flatMap(tree -> element(callOrDeclaration, tree)).map(ExecutableElement.class::cast);
        }
        Optional<Element> element = callOrDeclaration instanceof ObjectCreationExpr creation
                        && creation.getAnonymousClassBody().isPresent()
                ? tree(creation).flatMap(this::calledByAnonymous).flatMap(tree -> element(creation, tree))
                : element(callOrDeclaration);
        return element.filter(ExecutableElement.class::isInstance).map(ExecutableElement.class::cast)
                .filter(method -> method.asType().getKind() == TypeKind.EXECUTABLE);
    }

    /** javac gives an anonymous class a constructor, whose first statement calls the one that the source means. */
    private Optional<Tree> calledByAnonymous(Tree creation) {
        return Optional.ofNullable(((NewClassTree) creation).getClassBody()).stream()
                .flatMap(body -> body.getMembers().stream())
                .filter(member -> member instanceof MethodTree method && method.getName().contentEquals("<init>"))
                .flatMap(constructor -> ((MethodTree) constructor).getBody().getStatements().stream())
                .filter(ExpressionStatementTree.class::isInstance)
                .map(statement -> (Tree) ((ExpressionStatementTree) statement).getExpression()).findFirst();
    }

    /** Returns the class that a type declaration declares. */
    public Optional<TypeElement> declaredClass(Node declaration) {
        return element(declaration).filter(TypeElement.class::isInstance).map(TypeElement.class::cast);
    }

    /** Returns the static type of an expression, or what a written type means. */
    public Optional<TypeMirror> type(Node expressionOrType) {
        return once(typed, expressionOrType, this::typeOf);
    }

    private Optional<TypeMirror> typeOf(Node expressionOrType) {
        if (expressionOrType instanceof Type written && (written.isVarType() || written.isUnknownType())) {
            return written.getParentNode().flatMap(this::variable).map(VariableElement::asType);
        }
        if (isDeclaration(expressionOrType)) {
            return variable(expressionOrType).map(VariableElement::asType);
        }
        return early(expressionOrType, Type.class, path -> trees().getTypeMirror(path))
                .or(() -> tree(expressionOrType)
                        .flatMap(tree -> unit(expressionOrType).map(unit -> unit.path(tree)))
                        .map(path -> trees().getTypeMirror(path)))
                .or(() -> ofConstant(expressionOrType)).filter(type -> type.getKind() != TypeKind.ERROR);
    }

    /** javac folds joined string literals and signed numbers while it parses, so that their parts have no tree. */
    private Optional<TypeMirror> ofConstant(Node node) {
        boolean literals = node instanceof LiteralExpr || node instanceof BinaryExpr;
        return literals && unit(node).isPresent()
                ? constant((Expression) node).flatMap(value -> classNamed(value.getClass().getName())).map(boxed ->
                        boxed.getQualifiedName().contentEquals("java.lang.String")
                                ? boxed.asType() : types().unboxedType(boxed.asType())) : Optional.empty();
    }

    /** Returns the binary name of the class that an expression or a written type has, {@code java.util.Map$Entry}. */
    public Optional<String> className(Node expressionOrType) {
        return type(expressionOrType).flatMap(this::className);
    }

    /** Returns the binary name of a class type, of a type variable's bound; empty for primitive and array types. */
    public Optional<String> className(TypeMirror type) {
        return type.getKind() == TypeKind.DECLARED || type.getKind() == TypeKind.TYPEVAR
                ? classOf(type).map(this::binaryName) : Optional.empty();
    }

    /** Returns the class of a type; of an erased one where it is a type variable. */
    public Optional<TypeElement> classOf(TypeMirror type) {
        TypeMirror erased = type.getKind() == TypeKind.TYPEVAR ? types().erasure(type) : type;
        return erased.getKind() == TypeKind.DECLARED
                ? Optional.of((TypeElement) ((DeclaredType) erased).asElement()) : Optional.empty();
    }

    /** Returns whether the expression's or written type's class is the named one or inherits from it. */
    public boolean isSubtype(Node expressionOrType, String ancestor) {
        return type(expressionOrType).filter(type -> isSubtype(type, ancestor)).isPresent();
    }

    /** Returns whether the type's class is the named one or inherits from it; false where either is unknown. */
    public boolean isSubtype(TypeMirror type, String ancestor) {
        return classOf(type).filter(each -> ancestors(each).contains(ancestor)).isPresent();
    }

    /** Returns the names of a class and all that it inherits from: javac need not read the one that is asked for. */
    private Set<String> ancestors(TypeElement type) {
        return once(ancestors, type, own -> Stream.concat(Stream.of("java.lang.Object", binaryName(own)),
                Stream.concat(Stream.of(own.getSuperclass()), own.getInterfaces().stream())
                        .flatMap(above -> classOf(above).stream()).flatMap(each -> ancestors(each).stream()))
                .collect(Collectors.toSet()));
    }

    /** Returns whether the named class is the other or inherits from it; false where either is unknown. */
    public boolean isSubclass(String className, String ancestor) {
        return className.equals(ancestor)
                || classNamed(className).filter(type -> isSubtype(type.asType(), ancestor)).isPresent();
    }

    /** Returns the class that declares the method a call means, {@code java.nio.file.Files}. */
    public Optional<String> ownerOf(Node call) {
        return method(call).map(method -> binaryName((TypeElement) method.getEnclosingElement()));
    }

    /** Returns the declaration in the user's sources of the method that a call means. */
    public Optional<MethodDeclaration> calledMethod(Node call) {
        return method(call)
                .flatMap(this::declaration)
                .filter(MethodDeclaration.class::isInstance).map(MethodDeclaration.class::cast);
    }

    /** Returns the binary name of the class that a simple name means where the node stands; empty if it means none. */
    public Optional<String> classNameAt(Node at, String simple) {
        return unit(at).isEmpty() ? Optional.empty() : new SimpleNames(this, simple).at(at).map(this::binaryName);
    }

    /** Returns whether a class round the node inherits from one that was not found: its names may mean anything. */
    public boolean inheritsUnknown(Node at) {
        return new SimpleNames(this, "").inheritUnknown(at);
    }

    /** Returns the class of that binary name, from sources, class path or JDK. */
    public Optional<TypeElement> classNamed(String binaryName) {
        return javac().isEmpty() ? Optional.empty() : once(named, binaryName, this::find);
    }

    private Optional<TypeElement> find(String binaryName) {
        int nested = binaryName.indexOf('$');
        if (nested > 0) {
            // a nested class that javac meets before the one around it is taken for one of its own
            visible(binaryName.substring(0, nested));
        }
        return visible(binaryName)
                .or(() -> nested > 0 ? visible(binaryName.replace('$', '.')) : Optional.empty())
                .or(() -> javac().get().hidden(binaryName));
    }

    /** Returns the known answer, or the one that is found now; finding it may ask for others. */
    private static <K, V> V once(Map<K, V> known, K key, Function<K, V> find) {
        V answer = known.get(key);
        if (answer == null) {
            answer = find.apply(key);
            known.put(key, answer);
        }
        return answer;
    }

    /** Returns the class of that qualified name that code without a module sees. */
    Optional<TypeElement> visible(String qualified) {
        return javac().flatMap(compiler -> compiler.visible(qualified));
    }

    /** Returns the node that declares a variable, method or class in the analysed sources. */
    public Optional<Node> declaration(Element element) {
        if (element.getKind() == ElementKind.PACKAGE || element.getKind() == ElementKind.MODULE) {
            return Optional.empty();
        }
        Optional<UnitTrees> unit = sourceOf(element).flatMap(file -> entered(file).trees());
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
                                .map(each -> (Node) each).findFirst());
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

    /**
     * Returns the simple names that mean the declared variable or parameter, in its own file. One of the same spelling
     * that could not be resolved counts as one of them, so that none is missed.
     */
    public <N extends Node & NodeWithSimpleName<?>> List<NameExpr> names(N declaration) {
        String name = declaration.getNameAsString();
        Optional<UnitTrees> unit = unit(declaration);
        Optional<VariableElement> variable = variable(declaration);
        return unit.isEmpty() || variable.isEmpty()
                ? declaration.findCompilationUnit().orElseThrow()
                        .findAll(NameExpr.class, each -> each.getNameAsString().equals(name))
                : Stream.concat(unit.get().uses(variable.get()).stream(), unit.get().unresolved(name).stream())
                        .filter(NameExpr.class::isInstance).map(NameExpr.class::cast).toList();
    }

    /** Returns the expressions in the file that name the variable, in the order of the text. */
    public List<Expression> usesIn(SourceFile file, VariableElement variable) {
        return unit(file).map(unit -> unit.uses(variable)).orElse(List.of());
    }

    /** Returns the files that name the variable: its own, and of a field that is not private others, if few may. */
    public List<SourceFile> filesOf(VariableElement variable) {
        Optional<SourceFile> own = sourceOf(variable);
        String name = variable.getSimpleName().toString();
        boolean alone = !variable.getKind().isField() || variable.getModifiers().contains(Modifier.PRIVATE);
        List<Path> others = alone ? List.of()
                : sources.javaFiles(text -> sources.names(text, name)).filter(all -> all.size() <= FEW)
                        .orElse(List.of());
        return Stream.concat(own.stream(), others.stream().flatMap(path -> sources.file(path).stream())
                .filter(file -> !usesIn(file, variable).isEmpty())).distinct().toList();
    }

    /** Returns the source file of the class that the element is or belongs to. */
    public Optional<SourceFile> sourceOf(Element element) {
        return once(declaring, outermost(element), outer -> pathOf(outer).flatMap(sources::file));
    }

    /** Returns the path of the file that declares the element; it is not parsed for that. */
    public Optional<Path> pathOf(Element element) {
        return paths.computeIfAbsent(outermost(element), key -> Optional.ofNullable(trees().getPath(key))
                .flatMap(path -> javac().orElseThrow().pathOf(path.getCompilationUnit())));
    }

    /** Returns whether the element stands in a source file, which is not parsed for that. */
    public boolean hasSource(Element element) {
        return pathOf(element).isPresent() && elements().getOrigin(element) == Elements.Origin.EXPLICIT;
    }

    private static Element outermost(Element element) {
        Element outer = element;
        while (outer.getEnclosingElement() != null
                && outer.getEnclosingElement().getKind() != ElementKind.PACKAGE) {
            outer = outer.getEnclosingElement();
        }
        return outer;
    }

    /** Returns whether the element belongs to the running JDK. */
    public boolean isPlatform(Element element) {
        return Optional.ofNullable(elements().getModuleOf(element)).filter(module -> !module.isUnnamed()).isPresent();
    }

    /** Returns the method's name in class files. */
    public MethodKey key(ExecutableElement method) {
        return keys.computeIfAbsent(method, key -> new Descriptors(elements(), types()).key(key));
    }

    /** Returns {@code pkg.Outer$Inner}. */
    public String binaryName(TypeElement type) {
        return elements().getBinaryName(type).toString();
    }

    /** Returns whether the expression is a constant of that value. */
    public boolean isConstant(Expression e, Object value) {
        return constant(e).filter(value::equals).isPresent();
    }

    /** Returns the value of a constant expression: a boxed primitive or a string. */
    public Optional<Object> constant(Expression expression) {
        return Constants.value(this, expression);
    }

    /** Returns why nothing in the node's file can be resolved; empty if the compiler read it. */
    public Optional<String> obstacle(Node node) {
        SourceFile file = SourceFile.of(node);
        JavacAttribution.Result result = result(file);
        return result.trees().isPresent()
                ? Optional.empty()
                : Optional.of(sources.relative(file.path()) + ": not resolved: " + result.reason());
    }

    /** Returns why the node has no answer, for a reader. */
    public String reason(Node node) {
        SourceFile file = SourceFile.of(node);
        JavacAttribution.Result result = result(file);
        if (result.trees().isEmpty()) {
            return "not resolved: " + result.reason();
        }
        Node around = node.findAncestor(Statement.class).map(each -> (Node) each).orElse(node);
        return "not resolved: "
                + javac().get().problem(file.path(), file.start(node), file.end(node))
                        .or(() -> javac().get().problem(file.path(), file.start(around), file.end(around)))
                        .orElse("the compiler has no type here");
    }

    /** Returns javac's elements, to ask about members and overriding. */
    public Elements elements() {
        return javac().orElseThrow().elements();
    }

    /** Returns javac's types, to ask about conversions. */
    public Types types() {
        return javac().orElseThrow().types();
    }

    /** Returns the files whose code was attributed so far: what the answers cost. */
    Set<Path> attributed() {
        return Set.copyOf(attributed.keySet());
    }

    private Optional<JavacAttribution> javac() {
        return javac.join();
    }

    private com.sun.source.util.Trees trees() {
        return javac().orElseThrow().trees();
    }

    private static boolean isDeclaration(Node node) {
        return node instanceof VariableDeclarator || node instanceof Parameter || node instanceof TypePatternExpr;
    }

    private Optional<Element> element(Node node) {
        return once(meant, node, each -> early(each, BodyDeclaration.class, path -> trees().getElement(path))
                .or(() -> tree(each).flatMap(tree -> element(each, tree))));
    }

    /** What members are, and the types in their heads, javac knows before it attributes the code. */
    private <T> Optional<T> early(Node node, Class<? extends Node> kind, Function<TreePath, T> answer) {
        return kind.isInstance(node) && node.findCompilationUnit().isPresent()
                ? entered(SourceFile.of(node)).trees().flatMap(unit ->
                        unit.tree(node).map(tree -> answer.apply(unit.path(tree)))) : Optional.empty();
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
        return once(attributed, file.path(), path -> {
            JavacAttribution.Result unit = entered(file);
            return unit.trees().isEmpty() ? unit : javac().orElseThrow().attribute(unit);
        });
    }

    private JavacAttribution.Result entered(SourceFile file) {
        return once(entered, file.path(), path -> enter(file));
    }

    private JavacAttribution.Result enter(SourceFile file) {
        if (javac().isEmpty()) {
            return new JavacAttribution.Result(
                    Optional.empty(), "this Java runtime has no compiler, run perfhint on a JDK");
        }
        return sources.file(file.path()).filter(own -> own == file).isEmpty()
                ? new JavacAttribution.Result(Optional.empty(), "another text of the file is analysed")
                : javac().get().enter(file);
    }
}
