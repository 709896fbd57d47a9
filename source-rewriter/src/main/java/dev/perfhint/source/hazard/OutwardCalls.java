package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.UnionType;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * What calls of the JDK do outward: the table {@code outward-calls.txt}, by resolved methods.
 *
 * @param console whether standard output and error count
 */
public record OutwardCalls(Resolver resolver, boolean console) {
    private static final List<Row> ROWS = rows();
    private static final List<String> IN_MEMORY = List.of("java.io.ByteArrayOutputStream", "java.io.StringWriter",
            "java.io.CharArrayWriter", "java.io.ByteArrayInputStream", "java.io.StringReader",
            "java.io.CharArrayReader");
    private static final int MAX_WRAPPERS = 8;
    private static final Set<Outward> WAITING = EnumSet.of(Outward.READS, Outward.WAITS);
    private static final int MAX_METHODS = 100;
    /** Where iterators and streams declare their methods: of others it is not asked what they are made of. */
    private static final String UTILITIES = "java.util.";
    private static final Set<String> SPINS = Set.of("onSpinWait", "yield");
    private static final Set<String> LAZY = Set.of("lines", "tokens", "findAll");

    public OutwardCalls(Resolver resolver) {
        this(resolver, false);
    }

    private record Row(Outward what, String type, List<String> names) {
        boolean has(Node call, ExecutableElement method) {
            String name = call instanceof MethodCallExpr named ? named.getNameAsString() : "new";
            String types = method.toString().substring(method.toString().indexOf('('));
            return names.stream().anyMatch(each -> each.endsWith("*")
                    ? name.startsWith(each.substring(0, each.length() - 1))
                    : name.equals(each) || each.equals(name + types)
                            || each.equals(name + "/" + ((NodeWithArguments<?>) call).getArguments().size()));
        }
    }

    private static List<Row> rows() {
        try (InputStream in = OutwardCalls.class.getResourceAsStream("outward-calls.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#")).map(line -> line.split("[ :]+"))
                    .map(row -> new Row(Outward.valueOf(row[0].toUpperCase(Locale.ROOT)), row[1],
                            List.of(row).subList(2, row.length))).toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Returns what a call does; empty for what is the program's own affair. */
    public Optional<Outward> of(Node node) {
        if (!(node instanceof MethodCallExpr call)) {
            return Optional.empty();
        }
        Optional<ExecutableElement> method = resolver.method(call).filter(resolver::isPlatform);
        if (method.isEmpty() || isOfConsole(call) && !console
                || call.getScope().filter(scope -> isInMemory(scope, 0)).isPresent()) {
            return Optional.empty();
        }
        TypeElement declaring = (TypeElement) method.get().getEnclosingElement();
        TypeMirror owner = declaring.asType();
        Optional<TypeMirror> scope = call.getScope().flatMap(resolver::type);
        List<TypeMirror> known = Stream.concat(Stream.of(owner), scope.stream()).toList();
        if (SPINS.contains(call.getNameAsString()) && goesOn(call)) {
            return Optional.empty();
        }
        return ROWS.stream().filter(row -> row.what != Outward.DAEMON && row.has(call, method.get()))
                .filter(row -> known.stream().anyMatch(type -> resolver.isSubtype(type, row.type))).map(Row::what)
                .findFirst().or(() -> resolver.binaryName(declaring).startsWith(UTILITIES) && readsLazily(call)
                        ? Optional.of(Outward.READS) : Optional.empty());
    }

    /** Returns what in the code makes a thread that the program does not wait for when it ends. */
    public Optional<Node> daemon(Node code) {
        return Stream.concat(code.findAll(MethodCallExpr.class).stream(),
                        code.findAll(ObjectCreationExpr.class).stream())
                .filter(each -> each.getArguments().stream().noneMatch(given -> resolver.isConstant(given, false)))
                .map(Node.class::cast).filter(each -> resolver.method(each).filter(resolver::isPlatform)
                        .filter(method -> ROWS.stream().anyMatch(row -> row.what == Outward.DAEMON
                                && row.has(each, method)
                                && resolver.isSubtype(method.getEnclosingElement().asType(), row.type))).isPresent())
                .findFirst();
    }

    /** A loop that only counts ends by itself: what gives the processor away in it waits for nobody. */
    private boolean goesOn(MethodCallExpr spin) {
        Optional<Node> loop = Enclosing.around(spin).filter(NodeWithBody.class::isInstance).findFirst();
        return loop.filter(ForEachStmt.class::isInstance).isPresent()
                || loop.filter(ForStmt.class::isInstance).flatMap(each -> ((ForStmt) each).getCompare())
                        .filter(each -> each.findFirst(MethodCallExpr.class).isEmpty() && each.findAll(NameExpr.class)
                                .stream().noneMatch(name -> resolver.variable(name)
                                        .filter(it -> it.getKind().isField()).isPresent())).isPresent();
    }

    /** Returns whether the code, or a method of the sources that it calls, may wait for a peer or another thread. */
    public static boolean mayWait(Resolver resolver, Node code) {
        OutwardCalls calls = new OutwardCalls(resolver);
        return calls.mayWait(code, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private boolean mayWait(Node code, Set<Node> entered) {
        return entered.add(code) && (entered.size() > MAX_METHODS || code.findFirst(MethodCallExpr.class, call ->
                of(call).filter(WAITING::contains).isPresent()
                        || resolver.calledMethod(call).filter(method -> mayWait(method, entered)).isPresent())
                .isPresent());
    }

    /** Returns whether a method of the JDK runs the lambda before it returns, on the thread that calls it. */
    public boolean runsAtOnce(LambdaExpr lambda) {
        return lambda.getParentNode().filter(MethodCallExpr.class::isInstance)
                .flatMap(resolver::method).filter(resolver::isPlatform)
                .map(method -> resolver.binaryName((TypeElement) method.getEnclosingElement()))
                .filter(owner -> owner.equals("java.lang.Iterable")
                        || owner.startsWith("java.util.") && !owner.startsWith("java.util.concurrent.")
                                && !owner.startsWith("java.util.Timer")).isPresent();
    }

    /** {@code System.out} and {@code System.err} go past every other stream, and are no file. */
    private boolean isOfConsole(MethodCallExpr call) {
        return call.getNameAsString().matches("set(Out|Err)") || call.getScope().flatMap(resolver::variable)
                .filter(stream -> stream.getEnclosingElement() instanceof TypeElement owner
                        && resolver.binaryName(owner).equals("java.lang.System")
                        && resolver.isSubtype(stream.asType(), "java.io.PrintStream")).isPresent();
    }

    /** Returns whether an array is at the other end, whatever the JDK's class round it. */
    boolean isInMemory(Expression stream, int wrapped) {
        Optional<Expression> set = resolver.declarationOf(stream).filter(VariableDeclarator.class::isInstance)
                .flatMap(declared -> ((VariableDeclarator) declared).getInitializer());
        Expression made = set.orElse(stream);
        return IN_MEMORY.stream().anyMatch(each -> resolver.isSubtype(made, each))
                || made instanceof ObjectCreationExpr wrapper && wrapper.getArguments().isNonEmpty()
                        && wrapped < MAX_WRAPPERS && isInMemory(wrapper.getArgument(0), wrapped + 1);
    }

    /** An iterator or a stream of lines reads when it is asked for the next one. */
    private boolean readsLazily(MethodCallExpr call) {
        return call.getScope().filter(scope -> resolver.isSubtype(scope, "java.util.Iterator")
                || resolver.isSubtype(scope, "java.util.stream.BaseStream")).filter(this::isOfReader).isPresent();
    }

    private boolean isOfReader(Expression value) {
        Optional<Expression> set = resolver.declarationOf(value).filter(VariableDeclarator.class::isInstance)
                .flatMap(declared -> ((VariableDeclarator) declared).getInitializer());
        Expression made = set.orElse(value);
        return made.findFirst(MethodCallExpr.class, call -> LAZY.contains(call.getNameAsString())
                && call.getScope().filter(scope -> resolver.isSubtype(scope, "java.io.Reader")
                        || resolver.isSubtype(scope, "java.util.Scanner")).isPresent()).isPresent();
    }

    /** A loop may go on until others set the variable. */
    static boolean isAskedAgain(Node name) {
        return (name instanceof NameExpr || name instanceof FieldAccessExpr) && Enclosing.around(name)
                .takeWhile(each -> !(each instanceof BodyDeclaration)).anyMatch(NodeWithBody.class::isInstance);
    }

    /** A read of a variable lets nobody go on. */
    static boolean isSet(Node name) {
        return name.getParentNode().orElseThrow() instanceof AssignExpr set && set.getTarget() == name
                || name.getParentNode().orElseThrow() instanceof UnaryExpr step
                        && step.getOperator().asString().matches("\\+\\+|--");
    }

    /** Returns whether a call declares an exception, or is not known. */
    boolean throwsChecked(Node call) {
        return resolver.method(call).filter(method -> method.getThrownTypes().isEmpty()).isEmpty();
    }

    /** Returns whether a {@code catch} takes what no method declares, or is not known. */
    boolean catchesUnchecked(CatchClause clause) {
        Type type = clause.getParameter().getType();
        return (type instanceof UnionType several ? several.getElements().stream().map(Type.class::cast)
                : Stream.of(type)).anyMatch(each -> !resolver.isSubtype(each, "java.lang.Exception")
                        || resolver.isSubtype(each, "java.lang.RuntimeException")
                        || resolver.className(each).filter("java.lang.Exception"::equals).isPresent());
    }
}
