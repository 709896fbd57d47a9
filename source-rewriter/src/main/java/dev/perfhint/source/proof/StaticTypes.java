package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithTypeParameters;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.Type;
import com.github.javaparser.ast.type.TypeParameter;
import dev.perfhint.source.Types;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Works out static types from declarations, imports and the JDK's signatures; gives up where inference is needed. */
final class StaticTypes {
    private final Function<String, Optional<CompilationUnit>> sources;
    /** By identity, because nodes are equal where their text is. */
    private final Map<CompilationUnit, Map<String, TypeDeclaration<?>>> declared = new IdentityHashMap<>();
    private final Map<MethodCallExpr, TypeRef> returned = new IdentityHashMap<>();
    private final Map<String, Optional<Class<?>>> loaded = new HashMap<>();

    StaticTypes(Function<String, Optional<CompilationUnit>> sources) {
        this.sources = sources;
    }

    TypeRef of(Expression e) {
        if (e.isEnclosedExpr()) {
            return of(e.asEnclosedExpr().getInner());
        }
        if (e instanceof StringLiteralExpr || e instanceof TextBlockLiteralExpr) {
            return TypeRef.of(String.class);
        }
        if (e instanceof LiteralExpr) {
            return e.isBooleanLiteralExpr() ? TypeRef.of(boolean.class) : e.isNullLiteralExpr() ? TypeRef.UNKNOWN
                    : TypeRef.of(int.class);
        }
        if (e instanceof NameExpr || e instanceof FieldAccessExpr f && f.getScope().isThisExpr()) {
            return Declarations.of(e).map(this::ofDeclaration)
                    .orElseGet(() -> e instanceof NameExpr n ? named(n.getNameAsString(), e) : TypeRef.UNKNOWN);
        }
        if (e instanceof FieldAccessExpr access) {
            return fieldOf(access);
        }
        if (e.isThisExpr()) {
            return Declarations.enclosingType(e).map(this::ofSource).orElse(TypeRef.UNKNOWN);
        }
        if (e instanceof ObjectCreationExpr creation) {
            return creation.getAnonymousClassBody().isPresent() ? TypeRef.UNKNOWN : of(creation.getType());
        }
        if (e instanceof CastExpr cast) {
            return of(cast.getType());
        }
        if (e instanceof ConditionalExpr choice) {
            TypeRef then = of(choice.getThenExpr());
            return then.equals(of(choice.getElseExpr())) ? then : TypeRef.UNKNOWN;
        }
        if (e instanceof BinaryExpr sum) {
            boolean text = sum.getOperator() == BinaryExpr.Operator.PLUS
                    && (of(sum.getLeft()).is(String.class) || of(sum.getRight()).is(String.class));
            return text ? TypeRef.of(String.class) : TypeRef.of(int.class);
        }
        if (e instanceof ArrayAccessExpr access) {
            TypeRef array = of(access.getName());
            return array.name().endsWith("[]") && !array.arguments().isEmpty() ? array.arguments().get(0)
                    : TypeRef.UNKNOWN;
        }
        if (e instanceof ArrayCreationExpr array) {
            return arrayOf(of(array.getElementType()));
        }
        if (e.isUnaryExpr() || e.isInstanceOfExpr()) {
            return TypeRef.of(int.class);
        }
        if (e.isAssignExpr()) {
            return of(e.asAssignExpr().getTarget());
        }
        return e instanceof MethodCallExpr call ? ofCall(call) : TypeRef.UNKNOWN;
    }

    private TypeRef ofCall(MethodCallExpr call) {
        TypeRef known = returned.get(call);
        if (known == null) {
            known = returned(call);
            returned.put(call, known);
        }
        return known;
    }

    TypeRef of(Type type) {
        if (type.isPrimitiveType()) {
            return TypeRef.of(type.asPrimitiveType().getType().name().equals("BOOLEAN") ? boolean.class : int.class);
        }
        if (type.isArrayType()) {
            return arrayOf(of(type.asArrayType().getComponentType()));
        }
        if (!type.isClassOrInterfaceType()) {
            return TypeRef.UNKNOWN;
        }
        ClassOrInterfaceType named = type.asClassOrInterfaceType();
        TypeRef raw = named(named.getNameWithScope(), type);
        List<TypeRef> arguments = named.getTypeArguments().map(list -> list.stream().map(this::of).toList())
                .orElse(List.of());
        return new TypeRef(raw.name(), raw.jdk(), raw.source(), arguments);
    }

    TypeRef ofDeclaration(Node declaration) {
        if (declaration instanceof Parameter p) {
            TypeRef type = p.getType().isUnknownType() ? TypeRef.UNKNOWN : of(p.getType());
            return p.isVarArgs() ? arrayOf(type) : type;
        }
        if (declaration instanceof TypePatternExpr p) {
            return of(p.getType());
        }
        if (declaration instanceof VariableDeclarator v) {
            if (!v.getType().isVarType()) {
                return of(v.getType());
            }
            boolean eachLoop = v.getParentNode().flatMap(Node::getParentNode).filter(ForEachStmt.class::isInstance)
                    .isPresent();
            return eachLoop ? element(v) : v.getInitializer().map(this::of).orElse(TypeRef.UNKNOWN);
        }
        return TypeRef.UNKNOWN;
    }

    private TypeRef element(VariableDeclarator v) {
        ForEachStmt loop = Declarations.ancestor(v, ForEachStmt.class).orElseThrow();
        TypeRef all = of(loop.getIterable());
        boolean single = all.arguments().size() == 1 && (all.name().endsWith("[]") || all.is(Iterable.class));
        return single ? all.arguments().get(0) : TypeRef.UNKNOWN;
    }

    /** Resolves a type name as written at a place: the file's own types, imports, package, {@code java.lang}. */
    TypeRef named(String written, Node place) {
        String name = written.substring(written.lastIndexOf('.') + 1);
        if (!written.isEmpty() && Character.isLowerCase(written.charAt(0)) && written.indexOf('.') > 0) {
            return qualified(written);
        }
        Optional<CompilationUnit> unit = place.findCompilationUnit();
        Optional<TypeParameter> parameter = typeParameter(written, place);
        if (unit.isEmpty() || parameter.isPresent()) {
            return parameter.flatMap(p -> p.getTypeBound().getFirst()).filter(b -> b.getTypeArguments().isEmpty())
                    .map(this::of).orElse(TypeRef.UNKNOWN);
        }
        String outer = written.contains(".") ? written.substring(0, written.indexOf('.')) : written;
        Optional<TypeDeclaration<?>> own = Declarations.typeAt(outer, place)
                .flatMap(t -> member(t, written.substring(outer.length())));
        if (own.isPresent()) {
            return ofSource(own.get());
        }
        String inner = written.contains(".") ? written.substring(written.indexOf('.')).replace('.', '$') : "";
        for (ImportDeclaration i : unit.get().getImports()) {
            if (!i.isAsterisk() && !i.isStatic() && !i.isModule() && i.getName().getIdentifier().equals(outer)) {
                return qualified(i.getNameAsString() + inner);
            }
        }
        String home = unit.get().getPackageDeclaration().map(p -> p.getNameAsString() + ".").orElse("");
        Optional<CompilationUnit> neighbour = sources.apply(home + outer);
        if (neighbour.isPresent()) {
            return neighbour.get().getTypes().stream().filter(t -> t.getNameAsString().equals(outer)).findFirst()
                    .flatMap(t -> member(t, written.substring(outer.length())))
                    .map(this::ofSource).orElse(TypeRef.UNKNOWN);
        }
        for (ImportDeclaration i : unit.get().getImports()) {
            if (i.isAsterisk() && !i.isStatic() && !i.isModule()) {
                TypeRef found = qualified(i.getNameAsString() + "." + outer + inner);
                if (found.isKnown()) {
                    return found;
                }
            }
        }
        TypeRef implied = implied(unit.get(), outer + inner);
        // what is left is inherited: a class of that name that stands in the file once
        return implied.isKnown() ? implied
                : declaredIn(unit.get(), name).map(this::ofSource).orElse(TypeRef.UNKNOWN);
    }

    /** What is known without a name in an import: {@code java.lang}, in newer files all packages of the base module. */
    private TypeRef implied(CompilationUnit unit, String name) {
        boolean module = unit.getImports().stream().anyMatch(ImportDeclaration::isModule)
                || unit.getTypes().stream().anyMatch(t -> t instanceof ClassOrInterfaceDeclaration c && c.isCompact());
        return Stream.concat(Stream.of("java.lang"), module ? Types.BASE_PACKAGES.stream() : Stream.empty())
                .map(home -> qualified(home + "." + name)).filter(TypeRef::isKnown).findFirst().orElse(TypeRef.UNKNOWN);
    }

    /** Returns the class that a chain of member names, each after a dot, leads to. */
    private static Optional<TypeDeclaration<?>> member(TypeDeclaration<?> type, String names) {
        Optional<TypeDeclaration<?>> at = Optional.of(type);
        for (String name : names.split("\\.")) {
            at = name.isEmpty() ? at : at.flatMap(t -> Declarations.memberType(t, name));
        }
        return at;
    }

    private TypeRef qualified(String name) {
        if (name.startsWith("java.") || name.startsWith("javax.")) {
            return load(name).map(TypeRef::of).orElse(TypeRef.UNKNOWN);
        }
        String simple = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
        String top = name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
        return sources.apply(top).flatMap(u -> declaredIn(u, simple)).map(this::ofSource).orElse(TypeRef.UNKNOWN);
    }

    /** Returns what a class extends, unknown if that is not said. */
    TypeRef superclass(TypeDeclaration<?> type) {
        return type instanceof ClassOrInterfaceDeclaration c && !c.isInterface() && !c.getExtendedTypes().isEmpty()
                ? of(c.getExtendedTypes(0)) : TypeRef.UNKNOWN;
    }

    /** Returns the JDK class of an internal name, without initialising it. */
    static Optional<Class<?>> platformClass(String internalName) {
        boolean platform = internalName.startsWith("java/") || internalName.startsWith("javax/");
        try {
            return platform ? Optional.of(Class.forName(internalName.replace('/', '.'), false,
                    ClassLoader.getPlatformClassLoader())) : Optional.empty();
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    private Optional<Class<?>> load(String name) {
        return loaded.computeIfAbsent(name, StaticTypes::platformType);
    }

    private static Optional<Class<?>> platformType(String name) {
        String binary = name;
        while (true) {
            try {
                return Optional.of(Class.forName(binary, false, ClassLoader.getPlatformClassLoader()));
            } catch (ClassNotFoundException | LinkageError e) {
                int dot = binary.lastIndexOf('.');
                if (dot < 0 || !Character.isUpperCase(binary.charAt(Math
                        .max(binary.lastIndexOf('.', dot - 1) + 1, 0)))) {
                    return Optional.empty();
                }
                binary = binary.substring(0, dot) + '$' + binary.substring(dot + 1);
            }
        }
    }

    private TypeRef ofSource(TypeDeclaration<?> type) {
        return new TypeRef(type.getNameAsString(), Optional.empty(), Optional.of(type), List.of());
    }

    private static TypeRef arrayOf(TypeRef element) {
        return new TypeRef(element.name() + "[]", Optional.of(Object[].class), Optional.empty(), List.of(element));
    }

    private static Optional<TypeParameter> typeParameter(String name, Node place) {
        Optional<Node> at = Optional.of(place);
        while (at.isPresent()) {
            if (at.get() instanceof NodeWithTypeParameters<?> n) {
                Optional<TypeParameter> found = n.getTypeParameters().stream()
                        .filter(p -> p.getNameAsString().equals(name)).findFirst();
                if (found.isPresent()) {
                    return found;
                }
            }
            at = at.get().getParentNode();
        }
        return Optional.empty();
    }

    @SuppressWarnings("unchecked")
    private Optional<TypeDeclaration<?>> declaredIn(CompilationUnit unit, String simpleName) {
        return Optional.ofNullable(declared.computeIfAbsent(unit, StaticTypes::types).get(simpleName));
    }

    private static Map<String, TypeDeclaration<?>> types(CompilationUnit unit) {
        Map<String, TypeDeclaration<?>> types = new HashMap<>();
        Set<String> several = new HashSet<>();
        unit.findAll(TypeDeclaration.class).stream()
                .filter(type -> types.putIfAbsent(type.getNameAsString(), type) != null)
                .forEach(type -> several.add(type.getNameAsString()));
        several.forEach(types::remove);
        return types;
    }

    private TypeRef fieldOf(FieldAccessExpr access) {
        String written = access.toString();
        if (written.matches("[\\w.]+") && Character.isUpperCase(access.getNameAsString().charAt(0))) {
            TypeRef type = named(written, access);
            if (type.isKnown()) {
                return type;
            }
        }
        TypeRef scope = of(access.getScope());
        if (scope.source().isPresent()) {
            return Declarations.field(scope.source().get(), access.getNameAsString()).map(this::ofDeclaration)
                    .orElse(TypeRef.UNKNOWN);
        }
        boolean used = access.getParentNode().filter(p -> p instanceof MethodCallExpr call
                && call.getScope().filter(x -> x == access).isPresent()).isPresent();
        if (access.getNameAsString().equals("length") && (scope.name().endsWith("[]") || !scope.isKnown() && !used)) {
            return TypeRef.of(int.class);
        }
        return scope.jdk()
                .flatMap(c -> Arrays.stream(c.getFields()).filter(f -> f.getName().equals(access.getNameAsString()))
                .findFirst())
                .map(f -> TypeRef.of(f.getType()))
                .orElse(TypeRef.UNKNOWN);
    }

    private TypeRef returned(MethodCallExpr call) {
        if (call.getNameAsString().equals("getClass") && call.getArguments().isEmpty()) {
            return TypeRef.of(Class.class);
        }
        // once: the scope is a call itself in a chain of calls
        Optional<TypeRef> scope = call.getScope().map(this::of);
        Optional<TypeDeclaration<?>> home =
                scope.isEmpty() ? Declarations.enclosingType(call) : scope.get().source();
        if (home.isPresent()) {
            List<MethodDeclaration> methods = home.get().getMethodsByName(call.getNameAsString()).stream()
                    .filter(m -> m.getParameters().size() == call.getArguments().size()
                            || m.getParameters().stream().anyMatch(Parameter::isVarArgs))
                    .toList();
            if (!methods.isEmpty()) {
                boolean alike = methods.stream().allMatch(m -> m.getType().equals(methods.get(0).getType()));
                return alike ? of(methods.get(0).getType()) : TypeRef.UNKNOWN;
            }
            return home.get() instanceof com.github.javaparser.ast.body.RecordDeclaration r
                    ? Declarations.field(r, call.getNameAsString()).map(this::ofDeclaration).orElse(TypeRef.UNKNOWN)
                    : TypeRef.UNKNOWN;
        }
        return scope.flatMap(t -> t.jdk().map(c -> returned(t, c, call)))
                .orElse(TypeRef.UNKNOWN);
    }

    private TypeRef returned(TypeRef scope, Class<?> type, MethodCallExpr call) {
        boolean collected = type == java.util.stream.Stream.class && call.getNameAsString().equals("collect")
                && call.getArguments().size() == 1
                && call.getArgument(0).toString().matches("Collectors\\.to(Unmodifiable)?(List|Set)\\(\\)");
        if (collected) {
            return new TypeRef("Collection", Optional.of(java.util.Collection.class), Optional.empty(), scope.arguments());
        }
        List<Method> named = Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(call.getNameAsString()))
                .filter(m -> m.getParameterCount() == call.getArguments().size() || m.isVarArgs())
                .filter(m -> m.isVarArgs() || fits(m, call))
                .toList();
        // a class whose superclass is not public has its methods as bridges only
        List<Method> methods = named.stream().allMatch(Method::isBridge) ? named
                : named.stream().filter(m -> !m.isBridge()).toList();
        if (methods.isEmpty()) {
            return TypeRef.UNKNOWN;
        }
        java.lang.reflect.Type generic = methods.get(0).getGenericReturnType();
        if (methods.stream().anyMatch(m -> !m.getReturnType().equals(methods.get(0).getReturnType()))) {
            return TypeRef.UNKNOWN;
        }
        return generic(scope, type, generic);
    }

    /** False if an argument is known to be of another kind than the parameter: array, class of the JDK. */
    private boolean fits(Method method, MethodCallExpr call) {
        for (int i = 0; i < call.getArguments().size(); i++) {
            Optional<Class<?>> given = of(call.getArgument(i)).jdk().filter(c -> !c.isPrimitive());
            Class<?> asked = method.getParameterTypes()[i];
            boolean differs = given.isPresent() && !asked.isPrimitive() && !(given.get().isArray()
                    ? asked.isArray() || asked == Object.class : asked.isAssignableFrom(given.get()));
            if (differs) {
                return false;
            }
        }
        return true;
    }

    private static TypeRef generic(TypeRef scope, Class<?> type, java.lang.reflect.Type generic) {
        if (generic instanceof TypeVariable<?> variable) {
            List<String> names = Arrays.stream(type.getTypeParameters()).map(TypeVariable::getName).toList();
            int index = variable.getGenericDeclaration() instanceof Class<?> ? names.indexOf(variable.getName()) : -1;
            return index >= 0 && index < scope.arguments().size() ? scope.arguments().get(index) : TypeRef.UNKNOWN;
        }
        if (generic instanceof ParameterizedType parameterized && parameterized.getRawType() instanceof Class<?> raw) {
            List<TypeRef> arguments = Arrays.stream(parameterized.getActualTypeArguments())
                    .map(a -> generic(scope, type, a)).toList();
            return new TypeRef(raw.getSimpleName(), Optional.of(raw), Optional.empty(), arguments);
        }
        if (generic instanceof Class<?> c) {
            return c.isArray() ? arrayOf(TypeRef.of(c.getComponentType())) : TypeRef.of(c);
        }
        return TypeRef.UNKNOWN;
    }
}
