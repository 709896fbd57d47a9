package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.ClassExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NullLiteralExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** What the JDK's streams may be asked, and what else may be called: the tables beside this class. */
record JdkCalls(Resolver resolver, boolean output) {
    private static final Map<String, Set<String>> CALLS = table("jdk-calls.txt");
    private static final Map<String, Set<String>> STREAMS = table("jdk-streams.txt");

    /** Returns the rows of a table beside this class: {@code name name: value value}. */
    private static Map<String, Set<String>> table(String resource) {
        Map<String, Set<String>> table = new HashMap<>();
        try (InputStream in = JdkCalls.class.getResourceAsStream(resource)) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(line -> line.split(": "))
                    .forEach(row -> List.of(row[0].split(" ")).forEach(name ->
                            table.put(name, Set.of(row[1].split(" ")))));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return table;
    }

    /** Returns whether a call or creation is one of the table's. */
    boolean accepts(ExecutableElement method, Node call) {
        if (!resolver.isPlatform(method)) {
            return false;
        }
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        boolean constructor = method.getKind() == ElementKind.CONSTRUCTOR;
        String name = constructor ? "new" : method.getSimpleName().toString();
        Set<String> names = CALLS.getOrDefault(resolver.binaryName(owner), Set.of());
        return names.contains(name) || names.contains("*") && !constructor
                || constructor && resolver.isSubtype(owner.asType(), "java.lang.Throwable")
                || call instanceof MethodCallExpr print && printsToConsole(print);
    }

    private boolean printsToConsole(MethodCallExpr call) {
        return call.getScope().flatMap(resolver::variable)
                .filter(stream -> Set.of("out", "err").contains(stream.getSimpleName().toString()))
                .map(VariableElement::getEnclosingElement)
                .filter(type -> type instanceof TypeElement system
                        && system.getQualifiedName().contentEquals("java.lang.System")).isPresent();
    }

    /** Returns whether a method that gets the value can call no code of the user on it. */
    boolean isValue(Expression expression) {
        return expression instanceof NullLiteralExpr || expression instanceof ClassExpr
                || resolver.type(expression).filter(this::isValue).isPresent();
    }

    private boolean isValue(TypeMirror type) {
        if (type.getKind().isPrimitive() || type.getKind() == TypeKind.NULL) {
            return true;
        }
        if (type.getKind() == TypeKind.ARRAY) {
            return isValue(((ArrayType) type).getComponentType());
        }
        return type.getKind() == TypeKind.DECLARED
                && ((TypeElement) ((DeclaredType) type).asElement()).getTypeParameters().size()
                        == ((DeclaredType) type).getTypeArguments().size()
                && !resolver.isSubtype(type, "java.lang.Throwable")
                && resolver.classOf(type).filter(each -> resolver.isPlatform(each)
                        && !CALLS.get("@anything").contains(resolver.binaryName(each))
                        && !resolver.binaryName(each).startsWith("java.util.function.")).isPresent()
                && ((DeclaredType) type).getTypeArguments().stream().allMatch(this::isValue);
    }

    /** Returns whether what is closed is an input of any sort or lies in memory. */
    boolean isMemoryOrInput(TypeMirror type) {
        return resolver.classOf(type).filter(resolver::isPlatform).isPresent()
                && CALLS.get("@memory-or-input").stream().anyMatch(each -> resolver.isSubtype(type, each));
    }

    /** Returns the kind of hazard that a call is which the table does not have. */
    HazardKind kind(ExecutableElement method) {
        if (!resolver.isPlatform(method)) {
            return HazardKind.CALL;
        }
        String owner = resolver.binaryName((TypeElement) method.getEnclosingElement());
        return CALLS.get("@files").stream().anyMatch(owner::startsWith) ? HazardKind.OTHER_FILE
                : CALLS.get("@waits").stream().anyMatch(owner::startsWith) ? HazardKind.WAITS : HazardKind.CALL;
    }

    static boolean isRaw(String type) {
        return STREAMS.get("raw").contains(type);
    }

    /** Returns whether the creation puts a stream of the list round the value, its first argument. */
    boolean wraps(ObjectCreationExpr made, Expression value, int wrapped) {
        String type = owner(made);
        return made.getArgument(0) == value && made.getAnonymousClassBody().isEmpty()
                && (STREAMS.get(output ? "wrappers.output" : "wrappers.input").contains(type)
                        || output && wrapped == 0 && STREAMS.get("wrappers.first").contains(type));
    }

    /** Returns whether an object of the JDK is made that reads the stream to its end and does not keep it. */
    boolean reads(ObjectCreationExpr made) {
        return !output && owner(made).equals("java.util.jar.Manifest");
    }

    boolean uses(MethodCallExpr call) {
        return !owner(call).isEmpty() && (has(output ? "writes" : "reads", call)
                || !output && has("reads.file", call) && owner(call).endsWith(".RandomAccessFile"));
    }

    boolean goesPast(MethodCallExpr call) {
        return has("bypass", call);
    }

    boolean returnsItself(MethodCallExpr call) {
        return has("chained", call);
    }

    private static boolean has(String row, MethodCallExpr call) {
        return STREAMS.get(row).contains(call.getNameAsString());
    }

    /** Returns whether a method of the JDK takes the stream only to read or write it. */
    boolean takes(MethodCallExpr call) {
        String name = owner(call) + "." + call.getNameAsString();
        return (STREAMS.get("taking").contains(name) || !output && name.equals("java.nio.file.Files.copy"))
                && Enclosing.parent(call, ExpressionStmt.class).isPresent();
    }

    /** Returns whether the lambda is run by a JDK method before that returns, on the thread that calls it. */
    boolean runsAtOnce(LambdaExpr lambda) {
        return Enclosing.parent(lambda, MethodCallExpr.class)
                .filter(call -> STREAMS.get("at-once").contains(owner(call) + "." + call.getNameAsString()))
                .flatMap(MethodCallExpr::getScope)
                .flatMap(resolver::type).flatMap(resolver::classOf).filter(resolver::isPlatform).isPresent();
    }

    /** Returns the JDK class whose method or constructor is called; empty for others. */
    private String owner(Node call) {
        return resolver.method(call).filter(resolver::isPlatform).flatMap(method -> resolver.ownerOf(call)).orElse("");
    }
}
