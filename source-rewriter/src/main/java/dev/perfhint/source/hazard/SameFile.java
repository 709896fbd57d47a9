package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithParameters;
import com.github.javaparser.ast.stmt.CatchClause;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Which expressions of a class mean the file that a stream was opened with: the same variable, field or expression, and
 * the variables that these are assigned to or passed for.
 *
 * @param names the variables
 * @param values the other expressions: {@code dir.resolve("x")}, {@code "x.bin"}
 */
public record SameFile(Resolver resolver, Set<VariableElement> names, List<Expression> values) {
    private static final Set<String> TYPES = Set.of("java.io.File", "java.nio.file.Path", "java.lang.String",
            "java.net.URI", "java.nio.file.Paths");
    private static final Set<String> SAME = Set.of("toPath", "toFile", "getPath", "toString", "getAbsolutePath",
            "getAbsoluteFile", "toAbsolutePath", "normalize", "getCanonicalFile", "getCanonicalPath", "toRealPath",
            "toURI", "toUri", "of", "get");
    private static final Set<String> NAMES_ONLY = Set.of("getName", "getParent", "getParentFile", "getFileName",
            "getRoot", "getNameCount", "isAbsolute", "hashCode", "equals", "compareTo", "startsWith", "endsWith",
            "resolve", "resolveSibling", "relativize", "getFileSystem", "iterator", "subpath", "mkdirs", "mkdir",
            "createDirectories", "deleteOnExit");
    private static final Set<String> ASKS = Set.of("size", "exists", "notExists", "isRegularFile", "isDirectory",
            "length", "lastModified", "isFile", "isReadable", "isWritable", "canRead", "canWrite", "delete",
            "deleteIfExists", "move", "renameTo", "getLastModifiedTime", "setLastModified", "setLastModifiedTime",
            "readAttributes", "getAttribute", "isSameFile", "list", "walk", "probeContentType", "mismatch");

    private static final int MAX_ROUNDS = 6;

    /** @param opened what opens the file; its first argument names it */
    public static SameFile of(Resolver resolver, Expression opened) {
        SameFile file = new SameFile(resolver, new HashSet<>(), new ArrayList<>());
        List<Expression> arguments = opened instanceof NodeWithArguments<?> call ? call.getArguments() : List.of();
        boolean named = !arguments.isEmpty()
                && resolver.className(arguments.get(0)).filter(TYPES::contains).isPresent();
        if (!named) {
            return file;
        }
        file.add(arguments.get(0));
        for (int round = 0, known = 0; round < MAX_ROUNDS && known != file.names.size() + file.values.size(); round++) {
            known = file.names.size() + file.values.size();
            file.spread(SourceFile.of(opened));
        }
        return file;
    }

    private void add(Expression value) {
        Expression core = core(value);
        Optional<VariableElement> variable = resolver.variable(core);
        if (variable.isPresent()) {
            names.add(variable.get());
        } else if (!isIt(core) && !core.isNullLiteralExpr()) {
            values.add(core);
        }
    }

    /** Adds what the known names are set to, and what is set to them. */
    private void spread(SourceFile file) {
        file.nodes(VariableDeclarator.class).forEach(each -> each.getInitializer()
                .ifPresent(value -> set(resolver.variable(each), value)));
        file.nodes(AssignExpr.class).forEach(each -> set(resolver.variable(each.getTarget()), each.getValue()));
        file.nodes(MethodCallExpr.class).forEach(this::passed);
        file.nodes(ObjectCreationExpr.class).forEach(this::passed);
    }

    private void set(Optional<VariableElement> variable, Expression value) {
        if (variable.isEmpty() || resolver.className(variable.get().asType()).filter(TYPES::contains).isEmpty()) {
            return;
        }
        if (names.contains(variable.get())) {
            // an element of an array is another one later
            Optional.of(value).filter(each -> !each.isArrayAccessExpr()).ifPresent(this::add);
        } else if (isIt(core(value))) {
            names.add(variable.get());
        }
    }

    private void passed(NodeWithArguments<?> call) {
        Node node = (Node) call;
        for (Expression argument : call.getArguments()) {
            if (isIt(core(argument))) {
                parameters(node, argument).flatMap(each -> resolver.variable(each).stream()).forEach(names::add);
            }
        }
    }

    /** Returns the parameters in the file that a call may give the argument to, those of overriding methods too. */
    private Stream<Parameter> parameters(Node call, Expression argument) {
        List<Expression> arguments = ((NodeWithArguments<?>) call).getArguments();
        int position = Enclosing.indexOf(arguments, argument);
        Optional<ExecutableElement> method = resolver.method(call);
        boolean record = method.filter(each -> each.getEnclosingElement().getKind() == ElementKind.RECORD).isPresent();
        Optional<Node> declared = method.flatMap(each -> resolver.declaration(
                record && call instanceof ObjectCreationExpr ? each.getEnclosingElement() : each))
                .filter(each -> SourceFile.of(each) == SourceFile.of(call));
        return declared.stream().flatMap(each -> each instanceof MethodDeclaration own
                        ? SourceFile.of(call).nodes(MethodDeclaration.class).stream()
                                .filter(other -> other.getNameAsString().equals(own.getNameAsString()))
                        : Stream.of(each))
                .filter(NodeWithParameters.class::isInstance)
                .map(each -> ((NodeWithParameters<?>) each).getParameters())
                .filter(all -> all.size() == arguments.size()).map(all -> all.get(position));
    }

    /** Takes away what makes another name of the same file: {@code new File(f).toPath()} is {@code f}. */
    private Expression core(Expression value) {
        if (value instanceof EnclosedExpr inner) {
            return core(inner.getInner());
        }
        if (value instanceof CastExpr cast) {
            return core(cast.getExpression());
        }
        boolean made = value instanceof ObjectCreationExpr creation && creation.getArguments().size() == 1
                && resolver.className(creation).filter("java.io.File"::equals).isPresent();
        if (made) {
            return core(((ObjectCreationExpr) value).getArgument(0));
        }
        if (!(value instanceof MethodCallExpr call)) {
            return value;
        }
        boolean same = SAME.contains(call.getNameAsString())
                && resolver.ownerOf(call).filter(TYPES::contains).isPresent();
        if (same && call.getArguments().size() == 1) {
            return core(call.getArgument(0));
        }
        if (same && call.getArguments().isEmpty() && call.getScope().isPresent()) {
            return core(call.getScope().get());
        }
        return resolver.calledMethod(call).filter(method -> method.getParameters().isEmpty())
                .flatMap(method -> method.getBody())
                .filter(body -> body.getStatements().size() == 1 && body.getStatement(0).isReturnStmt())
                .flatMap(body -> body.getStatement(0).asReturnStmt().getExpression())
                .filter(Expression::isNameExpr).orElse(value);
    }

    private boolean isIt(Expression core) {
        return resolver.variable(core).map(names::contains)
                .orElseGet(() -> values.stream()
                        .anyMatch(each -> each.equals(core) && named(each).equals(named(core))));
    }

    private List<Optional<VariableElement>> named(Expression value) {
        return value.findAll(NameExpr.class).stream().map(resolver::variable).toList();
    }

    /** Returns what the code does with the file beside the stream itself, by the call or creation that does it. */
    public Map<Node, Outward> uses(Node code, Expression opened) {
        Map<Node, Outward> uses = new IdentityHashMap<>();
        if (names.isEmpty() && values.isEmpty()) {
            return uses;
        }
        code.findAll(Expression.class, each -> isIt(each)).forEach(each -> {
            Expression whole = Enclosing.whole(each);
            while (whole.getParentNode().filter(Expression.class::isInstance)
                    .filter(up -> core((Expression) up) == each).isPresent()) {
                whole = (Expression) whole.getParentNode().get();
            }
            Node user = whole.getParentNode().orElseThrow();
            if (user instanceof MethodReferenceExpr reference && ASKS.contains(reference.getIdentifier())) {
                uses.put(user, Outward.ASKS_FILE);
            } else if (user != opened && user instanceof NodeWithArguments<?>) {
                use(user, whole).ifPresent(what -> uses.put(user, what));
            }
        });
        return uses;
    }

    /** Returns what the wrappers of a stream are put round, which opens the file. */
    public static Expression opening(Resolver resolver, Expression value) {
        return value instanceof ObjectCreationExpr made && made.getArguments().isNonEmpty()
                        && made.getArgument(0) instanceof ObjectCreationExpr inner
                        && resolver.className(inner).filter(TYPES::contains).isEmpty()
                ? opening(resolver, inner) : value;
    }

    /**
     * Returns what opens the file once more and is kept in a field: it may write there at any time.
     *
     * @param stream the variables that hold the stream, which may be opened anew
     */
    public List<Node> handles(Node code, Expression opened, Set<VariableElement> stream) {
        return uses(code, opened).entrySet().stream().filter(each -> each.getValue() == Outward.OPENS_FILE)
                .map(Map.Entry::getKey).filter(each -> resolver.isSubtype(each, "java.lang.AutoCloseable"))
                // opened where the first opening failed
                .filter(each -> each.findAncestor(CatchClause.class).isEmpty())
                .filter(each -> Enclosing.around(each).dropWhile(ObjectCreationExpr.class::isInstance).findFirst()
                        .flatMap(up -> resolver.variable(up instanceof AssignExpr set ? set.getTarget() : up))
                        .filter(kept -> kept.getKind().isField() && !stream.contains(kept)).isPresent()).toList();
    }

    private Optional<Outward> use(Node user, Expression file) {
        Optional<ExecutableElement> method = resolver.method(user);
        if (method.isEmpty()) {
            return Optional.empty();
        }
        String owner = resolver.binaryName((TypeElement) method.get().getEnclosingElement());
        String name = user instanceof MethodCallExpr call ? call.getNameAsString() : "new";
        boolean scope = user instanceof MethodCallExpr call && call.getScope().filter(each -> each == file).isPresent();
        if (!resolver.isPlatform(method.get())) {
            return scope || parameters(user, file).findAny().isPresent() || !isFile(method.get(), user, file)
                    ? Optional.empty() : Optional.of(Outward.ASKS_FILE);
        }
        if (owner.equals("java.io.File") || owner.equals("java.nio.file.Path") || owner.equals("java.nio.file.Files")) {
            return ASKS.contains(name) ? Optional.of(Outward.ASKS_FILE)
                    : NAMES_ONLY.contains(name) || SAME.contains(name) || name.equals("new")
                            ? Optional.empty() : Optional.of(Outward.OPENS_FILE);
        }
        if (scope && owner.startsWith("java.net.") || name.equals("load") && owner.startsWith("java.lang.")) {
            return Optional.of(Outward.OPENS_FILE);
        }
        boolean text = owner.startsWith("java.lang.") && !owner.startsWith("java.lang.Process")
                && !owner.equals("java.lang.Runtime")
                || owner.startsWith("java.util.")
                        && !owner.matches("java\\.util\\.(Scanner|Formatter|zip\\..*|jar\\..*)")
                || owner.startsWith("java.text.") || owner.startsWith("java.io.Print")
                        && user instanceof MethodCallExpr;
        return text || !isFile(method.get(), user, file) ? Optional.empty() : Optional.of(Outward.OPENS_FILE);
    }

    /** A parameter that takes any object gets it to show it. */
    private boolean isFile(ExecutableElement method, Node user, Expression file) {
        int position = Enclosing.indexOf(((NodeWithArguments<?>) user).getArguments(), file);
        return position >= 0 && position < method.getParameters().size() && resolver
                .className(method.getParameters().get(position).asType()).filter(TYPES::contains).isPresent();
    }
}
