package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.ClassExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NullLiteralExpr;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.resolve.Resolver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The JDK's methods that sentence 5 accepts, from the table {@code jdk-calls.txt} beside this class. */
final class JdkCalls {
    private static final Map<String, Set<String>> TABLE = read();
    private static final List<String> WAITING =
            List.of("java.util.concurrent.", "java.lang.Thread", "java.lang.Object", "java.lang.Process");
    private static final List<String> FILES = List.of("java.io.", "java.nio.");
    private static final Set<String> ANYTHING = Set.of("java.lang.Object", "java.lang.Comparable", "java.lang.Iterable",
            "java.lang.Runnable", "java.util.Comparator", "java.util.Iterator", "java.util.zip.Checksum");
    private static final List<String> MEMORY_OR_INPUT = List.of("java.io.InputStream", "java.io.Reader",
            "java.io.ByteArrayOutputStream", "java.io.StringWriter", "java.util.Scanner");

    private final Resolver resolver;

    JdkCalls(Resolver resolver) {
        this.resolver = resolver;
    }

    private static Map<String, Set<String>> read() {
        Map<String, Set<String>> table = new HashMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(JdkCalls.class.getResourceAsStream("jdk-calls.txt")), StandardCharsets.UTF_8))) {
            for (String line : lines.lines().filter(each -> !each.startsWith("#") && !each.isBlank()).toList()) {
                String[] row = line.split(": ");
                for (String type : row[0].split(" ")) {
                    table.put(type, Set.of(row[1].split(" ")));
                }
            }
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
        Set<String> names = TABLE.getOrDefault(resolver.binaryName(owner), Set.of());
        return names.contains(name) || names.contains("*") && !constructor
                || constructor && resolver.isSubtype(owner.asType(), "java.lang.Throwable")
                || call instanceof MethodCallExpr print && printsToConsole(print);
    }

    private boolean printsToConsole(MethodCallExpr call) {
        return call.getScope().flatMap(resolver::variable)
                .filter(stream -> Set.of("out", "err").contains(stream.getSimpleName().toString()))
                .map(VariableElement::getEnclosingElement)
                .filter(type -> type instanceof TypeElement system
                        && system.getQualifiedName().contentEquals("java.lang.System"))
                .isPresent();
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
                        && !ANYTHING.contains(resolver.binaryName(each))
                        && !resolver.binaryName(each).startsWith("java.util.function.")).isPresent()
                && ((DeclaredType) type).getTypeArguments().stream().allMatch(this::isValue);
    }

    /** Returns whether what is closed is an input of any sort or lies in memory. */
    boolean isMemoryOrInput(TypeMirror type) {
        return resolver.classOf(type).filter(resolver::isPlatform).isPresent()
                && MEMORY_OR_INPUT.stream().anyMatch(each -> resolver.isSubtype(type, each));
    }

    /** Returns the kind of hazard that a call is which the table does not have. */
    HazardKind kind(ExecutableElement method) {
        if (!resolver.isPlatform(method)) {
            return HazardKind.CALL;
        }
        String owner = resolver.binaryName((TypeElement) method.getEnclosingElement());
        return FILES.stream().anyMatch(owner::startsWith) ? HazardKind.OTHER_FILE
                : WAITING.stream().anyMatch(owner::startsWith) ? HazardKind.WAITS : HazardKind.CALL;
    }

    /** Returns the rows of the table, for its test. */
    static Set<String> rows() {
        return TABLE.entrySet().stream().flatMap(row -> row.getValue().stream().map(name -> row.getKey() + " " + name))
                .collect(Collectors.toSet());
    }
}
