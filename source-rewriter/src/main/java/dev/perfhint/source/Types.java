package dev.perfhint.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithTypeParameters;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.UnknownType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Resolves type names by imports and finds the static type of simple expressions, without a symbol solver.
 *
 * <p>Names are class-file names ({@code pkg.Outer$Inner}). What cannot be told exactly is empty, never guessed.
 */
public final class Types {
    /** Packages that a module import of {@code java.base}, or a compact source file, imports. */
    public static final List<String> BASE_PACKAGES = List.of(
            "java.io",
            "java.lang",
            "java.math",
            "java.net",
            "java.nio",
            "java.nio.channels",
            "java.nio.charset",
            "java.nio.file",
            "java.security",
            "java.text",
            "java.time",
            "java.util",
            "java.util.concurrent",
            "java.util.function",
            "java.util.jar",
            "java.util.regex",
            "java.util.stream",
            "java.util.zip");

    private Types() {}

    /** Returns the class-file name that the written type means where it stands. */
    public static Optional<String> qualified(Sources sources, ClassOrInterfaceType type) {
        if (type.getScope().isEmpty()) {
            return qualified(sources, type, type.getNameAsString());
        }
        Optional<String> outer = qualified(sources, type.getScope().get());
        if (outer.isPresent()) {
            return Optional.of(outer.get() + "$" + type.getNameAsString());
        }
        String written = type.getNameWithScope();
        return sources.contains(written) || platform(written).isPresent() ? Optional.of(written) : Optional.empty();
    }

    /** Returns the class-file name that a simple type name means at the node. */
    public static Optional<String> qualified(Sources sources, Node at, String simple) {
        for (Optional<Node> up = Optional.of(at); up.isPresent(); up = up.get().getParentNode()) {
            if (up.get() instanceof NodeWithTypeParameters<?> generic
                    && generic.getTypeParameters().stream().anyMatch(p -> p.getNameAsString().equals(simple))) {
                return Optional.empty();
            }
            if (up.get() instanceof TypeDeclaration<?> type) {
                if (type.getNameAsString().equals(simple)) {
                    return Optional.of(TypeLookup.className(type));
                }
                Optional<String> member = memberType(type, simple);
                if (member.isPresent()) {
                    return member;
                }
            }
        }
        CompilationUnit unit = at.findCompilationUnit().orElseThrow();
        Optional<String> own = unit.getTypes().stream()
                .filter(type -> type.getNameAsString().equals(simple))
                .findFirst()
                .map(TypeLookup::className);
        return own.isPresent() ? own : imported(sources, unit, simple);
    }

    /** Returns the source declaration of a written type. */
    public static Optional<TypeDeclaration<?>> declaration(Sources sources, ClassOrInterfaceType type) {
        return qualified(sources, type).flatMap(sources::declaration);
    }

    /** Returns a class of the running JDK by its class-file name, not initialised. */
    public static Optional<Class<?>> platform(String className) {
        try {
            return Optional.of(Class.forName(className, false, ClassLoader.getPlatformClassLoader()));
        } catch (ClassNotFoundException | LinkageError unknown) {
            return Optional.empty();
        }
    }

    /** Tells whether the class is the given JDK class or inherits from it, through the user's sources and the JDK. */
    public static boolean isSubtype(Sources sources, String className, String jdkAncestor) {
        return isSubtype(sources, className, jdkAncestor, new HashSet<>());
    }

    /** Returns the static type of an expression; empty where it takes more than names and imports to tell. */
    public static Optional<String> of(Sources sources, Expression expression) {
        return of(sources, expression, 0);
    }

    /** Returns the declared type of a variable, through {@code var} to its initialiser. */
    public static Optional<String> ofVariable(Sources sources, Node declaration) {
        return ofVariable(sources, declaration, 0);
    }

    /** Tells whether a callable can be meant by a call, as far as arity and the arguments' known types say. */
    public static boolean accepts(Sources sources, CallableDeclaration<?> callable, List<Expression> arguments) {
        List<Parameter> parameters = callable.getParameters();
        if (parameters.stream().anyMatch(Parameter::isVarArgs)) {
            return arguments.size() >= parameters.size() - 1;
        }
        if (parameters.size() != arguments.size()) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (!mayBe(sources, arguments.get(i), parameters.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayBe(Sources sources, Expression argument, Parameter parameter) {
        Optional<String> given = of(sources, argument);
        if (given.isEmpty()) {
            return !argument.isLiteralExpr() || argument.isNullLiteralExpr() || !isStreamType(sources, parameter);
        }
        if (parameter.getType().isPrimitiveType() || parameter.getType().isArrayType()) {
            return given.get().startsWith("java.lang.") && !given.get().equals("java.lang.String");
        }
        Optional<String> wanted = ofType(sources, parameter.getType());
        return wanted.isEmpty()
                || platform(wanted.get()).isEmpty() && sources.find(wanted.get()).isEmpty()
                || isSubtype(sources, given.get(), wanted.get())
                || platform(given.get()).isEmpty() && sources.find(given.get()).isEmpty();
    }

    private static boolean isStreamType(Sources sources, Parameter parameter) {
        return ofType(sources, parameter.getType())
                .filter(type -> isSubtype(sources, type, "java.io.Closeable"))
                .isPresent();
    }

    /** Returns the methods of that name and arity that the named class declares or inherits in the user's sources. */
    public static List<MethodDeclaration> methods(Sources sources, String className, String name, int arity) {
        List<MethodDeclaration> found = new ArrayList<>();
        methods(sources, className, name, arity, found, new HashSet<>());
        return found;
    }

    private static Optional<String> memberType(TypeDeclaration<?> type, String simple) {
        for (BodyDeclaration<?> member : type.getMembers()) {
            if (member instanceof TypeDeclaration<?> nested && nested.getNameAsString().equals(simple)) {
                return Optional.of(TypeLookup.className(nested));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> imported(Sources sources, CompilationUnit unit, String simple) {
        for (ImportDeclaration each : unit.getImports()) {
            if (!each.isAsterisk() && !each.isModule() && each.getName().getIdentifier().equals(simple)) {
                return Optional.of(nested(sources, each.getNameAsString()));
            }
        }
        String packageName = unit.getPackageDeclaration().map(p -> p.getNameAsString() + ".").orElse("");
        if (sources.contains(packageName + simple)) {
            return Optional.of(packageName + simple);
        }
        boolean implicitBase = unit.getTypes().stream()
                .anyMatch(type -> type instanceof ClassOrInterfaceDeclaration declared && declared.isCompact());
        Set<String> found = new HashSet<>();
        for (ImportDeclaration each : unit.getImports()) {
            if (each.isAsterisk() && !each.isModule()) {
                existing(sources, each.getNameAsString() + (each.isStatic() ? "$" : ".")
                        + simple).ifPresent(found::add);
            }
            implicitBase |= each.isModule();
        }
        existing(sources, "java.lang." + simple).ifPresent(found::add);
        if (found.isEmpty() && implicitBase) {
            BASE_PACKAGES.forEach(base -> existing(sources, base + "." + simple).ifPresent(found::add));
        }
        return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
    }

    private static Optional<String> existing(Sources sources, String className) {
        return platform(className).isPresent() || sources.contains(className)
                ? Optional.of(className)
                : Optional.empty();
    }

    /** An import names nested classes with dots; by custom the first capitalised part is the top-level class. */
    private static String nested(Sources sources, String imported) {
        if (platform(imported).isPresent()) {
            return imported;
        }
        String[] parts = imported.split("\\.");
        StringBuilder name = new StringBuilder(parts[0]);
        boolean inside = Character.isUpperCase(parts[0].charAt(0));
        for (int i = 1; i < parts.length; i++) {
            name.append(inside ? '$' : '.').append(parts[i]);
            inside |= Character.isUpperCase(parts[i].charAt(0));
        }
        return name.toString();
    }

    private static boolean isSubtype(Sources sources, String className, String ancestor, Set<String> seen) {
        if (className.equals(ancestor)) {
            return true;
        }
        if (!seen.add(className)) {
            return false;
        }
        Optional<TypeDeclaration<?>> declared = sources.declaration(className);
        if (declared.isPresent()) {
            return declared.get() instanceof ClassOrInterfaceDeclaration type
                    && supertypes(type).stream()
                            .flatMap(base -> qualified(sources, base).stream())
                            .anyMatch(base -> isSubtype(sources, base, ancestor, seen));
        }
        Optional<Class<?>> jdk = platform(className);
        Optional<Class<?>> wanted = platform(ancestor);
        return jdk.isPresent() && wanted.isPresent() && wanted.get().isAssignableFrom(jdk.get());
    }

    private static List<ClassOrInterfaceType> supertypes(ClassOrInterfaceDeclaration type) {
        List<ClassOrInterfaceType> bases = new ArrayList<>(type.getExtendedTypes());
        bases.addAll(type.getImplementedTypes());
        return bases;
    }

    private static Optional<String> of(Sources sources, Expression expression, int depth) {
        if (depth > 16) {
            return Optional.empty();
        }
        if (expression.isObjectCreationExpr()) {
            return qualified(sources, expression.asObjectCreationExpr().getType());
        }
        if (expression.isEnclosedExpr()) {
            return of(sources, expression.asEnclosedExpr().getInner(), depth + 1);
        }
        if (expression.isCastExpr()) {
            return ofType(sources, expression.asCastExpr().getType());
        }
        if (expression.isAssignExpr()) {
            return of(sources, expression.asAssignExpr().getTarget(), depth + 1);
        }
        if (expression.isStringLiteralExpr() || expression.isTextBlockLiteralExpr()) {
            return Optional.of("java.lang.String");
        }
        if (expression.isThisExpr()) {
            return Names.enclosingType(expression).map(TypeLookup::className);
        }
        if (expression instanceof NameExpr name) {
            return Names.variable(sources, name, name.getNameAsString())
                    .flatMap(declaration -> ofVariable(sources, declaration, depth + 1));
        }
        if (expression instanceof FieldAccessExpr access) {
            return ofField(sources, access, depth + 1);
        }
        if (expression instanceof MethodCallExpr call) {
            return ofCall(sources, call, depth + 1);
        }
        if (expression.isConditionalExpr()) {
            return of(sources, expression.asConditionalExpr().getThenExpr(), depth + 1);
        }
        if (expression instanceof ArrayAccessExpr element && element.getName() instanceof NameExpr array) {
            return Names.variable(sources, array, array.getNameAsString())
                    .flatMap(declaration -> ofElement(sources, declaration));
        }
        if (expression instanceof BinaryExpr sum && sum.getOperator() == BinaryExpr.Operator.PLUS) {
            return Stream.of(sum.getLeft(), sum.getRight())
                    .map(side -> of(sources, side, depth + 1))
                    .flatMap(Optional::stream)
                    .filter("java.lang.String"::equals)
                    .findFirst();
        }
        return Optional.empty();
    }

    private static Optional<String> ofVariable(Sources sources, Node declaration, int depth) {
        if (declaration instanceof VariableDeclarator variable) {
            if (variable.getType().isVarType()) {
                return variable.getInitializer().flatMap(value -> of(sources, value, depth + 1));
            }
            return ofType(sources, variable.getType());
        }
        if (declaration instanceof Parameter parameter) {
            return ofType(sources, parameter.getType());
        }
        return declaration instanceof TypePatternExpr pattern ? ofType(sources, pattern.getType()) : Optional.empty();
    }

    private static Optional<String> ofType(Sources sources, Type type) {
        return type instanceof ClassOrInterfaceType named ? qualified(sources, named) : Optional.empty();
    }

    private static Optional<String> ofElement(Sources sources, Node arrayDeclaration) {
        Type type = arrayDeclaration instanceof VariableDeclarator variable
                ? variable.getType()
                : arrayDeclaration instanceof Parameter parameter ? parameter.getType() : new UnknownType();
        if (arrayDeclaration instanceof Parameter parameter && parameter.isVarArgs()) {
            return ofType(sources, type);
        }
        return type.isArrayType() ? ofType(sources, type.asArrayType().getComponentType()) : Optional.empty();
    }

    private static Optional<String> ofField(Sources sources, FieldAccessExpr access, int depth) {
        return of(sources, access.getScope(), depth)
                .flatMap(sources::declaration)
                .flatMap(type -> Names.field(sources, type, access.getNameAsString()))
                .flatMap(field -> ofVariable(sources, field, depth));
    }

    private static Optional<String> ofCall(Sources sources, MethodCallExpr call, int depth) {
        Optional<String> owner = call.getScope().isPresent()
                ? ofScope(sources, call.getScope().get(), depth)
                : Names.enclosingType(call).map(TypeLookup::className);
        if (owner.isEmpty()) {
            return Optional.empty();
        }
        String name = call.getNameAsString();
        int arity = call.getArguments().size();
        Set<String> results = new HashSet<>();
        for (MethodDeclaration method : methods(sources, owner.get(), name, arity)) {
            ofType(sources, method.getType()).ifPresent(results::add);
        }
        if (results.isEmpty()) {
            platform(owner.get()).ifPresent(type -> {
                for (Method method : type.getMethods()) {
                    if (method.getName().equals(name) && method.getParameterCount() == arity && !method.isBridge()) {
                        results.add(method.getReturnType().getName());
                    }
                }
            });
        }
        return results.size() == 1 ? results.stream().findFirst() : Optional.empty();
    }

    /** Returns the type of a call's receiver: an expression, or a class where the scope names one. */
    public static Optional<String> ofScope(Sources sources, Expression scope) {
        return ofScope(sources, scope, 0);
    }

    private static Optional<String> ofScope(Sources sources, Expression scope, int depth) {
        Optional<String> value = of(sources, scope, depth + 1);
        if (value.isPresent()) {
            return value;
        }
        if (scope instanceof NameExpr name
                && Names.variable(sources, name, name.getNameAsString()).isEmpty()) {
            return qualified(sources, name, name.getNameAsString());
        }
        if (scope instanceof FieldAccessExpr access) {
            String written = access.toString();
            return platform(written).isPresent() || sources.contains(written) ? Optional.of(written) : Optional.empty();
        }
        return Optional.empty();
    }

    private static void methods(
            Sources sources, String className, String name, int arity, List<MethodDeclaration> found,
                    Set<String> seen) {
        if (!seen.add(className)) {
            return;
        }
        Optional<TypeDeclaration<?>> type = sources.declaration(className);
        if (type.isEmpty()) {
            return;
        }
        type.get().getMethodsByName(name).stream()
                .filter(method -> method.getParameters().size() == arity
                        || method.getParameters().stream().anyMatch(Parameter::isVarArgs))
                .forEach(found::add);
        if (found.isEmpty() && type.get() instanceof ClassOrInterfaceDeclaration declared) {
            supertypes(declared).stream()
                    .flatMap(base -> qualified(sources, base).stream())
                    .forEach(base -> methods(sources, base, name, arity, found, seen));
        }
    }
}
