package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypeExpr;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tells which code the JDK may run by itself on an object that it gets: printing, hashing, comparing, iterating. */
final class Callbacks {
    private static final Set<String> IMPLICIT = Set.of("toString", "hashCode", "equals", "compareTo");
    private static final Set<String> CODE = Set.of("java.lang.Object", "java.lang.Iterable", "java.lang.Comparable",
            "java.lang.Appendable", "java.lang.Readable", "java.lang.AutoCloseable", "java.lang.Runnable",
            "java.lang.CharSequence", "java.util.Comparator",
            "java.util.concurrent.Callable", "java.io.Closeable", "java.util.Iterator", "java.util.ListIterator",
            "java.util.Enumeration", "java.util.Spliterator", "java.util.PrimitiveIterator");
    private static final Set<String> ITERATORS = Set.of("iterator", "listIterator", "elements", "keys", "descendingIterator");
    /** Methods that only store or hand back what they get. */
    private static final Set<String> STORES = Set.of("add", "addFirst", "addLast", "push", "offer", "offerFirst",
            "offerLast", "set", "requireNonNull", "identityHashCode", "arraycopy", "isNull", "nonNull", "asList");
    private static final Set<String> TEXT_OF_ANY = Set.of("valueOf", "format", "join", "formatted");
    private static final Set<Class<?>> HASHES_OR_COMPARES = Set.of(java.util.Set.class, java.util.PriorityQueue.class);

    private static final Set<String> COLLECTIONS_AND_VALUES = Set.of("java.util", "java.util.concurrent", "java.lang",
            "java.text", "java.security");

    private final StaticTypes types;
    private final List<CompilationUnit> units;
    private final Map<Class<?>, List<MethodDeclaration>> overriding = new HashMap<>();

    Callbacks(StaticTypes types, List<CompilationUnit> units) {
        this.types = types;
        this.units = units;
    }

    /** Returns the methods of classes in the files that may stand behind a variable of a JDK type. */
    List<MethodDeclaration> behind(Expression object) {
        return types.of(object).jdk()
                .filter(c -> COLLECTIONS_AND_VALUES.contains(c.getPackageName()) && c != Object.class && !c.isArray())
                .map(c -> overriding.computeIfAbsent(c, this::overriding))
                .orElse(List.of());
    }

    private List<MethodDeclaration> overriding(Class<?> type) {
        List<MethodDeclaration> methods = new ArrayList<>();
        for (CompilationUnit unit : units) {
            for (ClassOrInterfaceDeclaration c : unit.findAll(ClassOrInterfaceDeclaration.class)) {
                boolean below = Stream.concat(c.getExtendedTypes().stream(), c.getImplementedTypes().stream())
                        .flatMap(t -> types.of(t).jdk().stream()).anyMatch(type::isAssignableFrom);
                methods.addAll(below ? c.getMethods() : List.of());
            }
            for (ObjectCreationExpr made : unit.findAll(ObjectCreationExpr.class)) {
                boolean below = made.getAnonymousClassBody().isPresent()
                        && types.of(made.getType()).jdk().filter(type::isAssignableFrom).isPresent();
                made.getAnonymousClassBody().filter(b -> below).ifPresent(members -> members.forEach(m ->
                        m.toMethodDeclaration().ifPresent(methods::add)));
            }
        }
        return methods.stream().filter(m -> !m.isStatic() && m.getBody().isPresent()).toList();
    }

    /** True if the call may run code of the arguments' classes. */
    boolean uses(Expression call) {
        if (!(call instanceof MethodCallExpr m) || !STORES.contains(m.getNameAsString())) {
            return true;
        }
        TypeRef scope = m.getScope().map(types::of).orElse(TypeRef.UNKNOWN);
        return HASHES_OR_COMPARES.stream().anyMatch(scope::is) || scope.jdk().isEmpty();
    }

    /** Returns what a method reference may run: a method of the JDK by its table, anything else is unknown code. */
    JdkCalls.Kind kind(MethodReferenceExpr reference) {
        Optional<Class<?>> type = reference.getScope() instanceof TypeExpr t ? types.of(t.getType()).jdk() : Optional.empty();
        boolean runsArguments = type.filter(c -> CODE.contains(c.getName()) || c == Objects.class).isPresent()
                || type.filter(String.class::equals).isPresent() && TEXT_OF_ANY.contains(reference.getIdentifier());
        if (type.isEmpty() || runsArguments) {
            return JdkCalls.Kind.CALLBACK;
        }
        String method = reference.getIdentifier();
        return JdkCalls.of(type.get(), method.equals("new") ? "<init>" : method);
    }

    /** True if what the receiver of a JDK method is, or the code in it, is not known. */
    boolean isCodeItself(MethodCallExpr call) {
        Optional<Expression> scope = call.getScope();
        TypeRef type = scope.map(types::of).orElse(TypeRef.UNKNOWN);
        if (type.jdk().isEmpty() || scope.isEmpty()) {
            return false;
        }
        if (type.is(java.util.stream.BaseStream.class)) {
            return scope.get().isNameExpr() || scope.get().isFieldAccessExpr();
        }
        if (type.is(java.util.Iterator.class) || type.is(java.util.Enumeration.class)) {
            return !isOfCollection(scope.get());
        }
        if (type.is(java.util.SortedMap.class) || type.is(java.util.SortedSet.class)
                || type.is(java.util.PriorityQueue.class)) {
            return !isPlainlyMade(scope.get());
        }
        boolean asks = type.is(Object.class)
                && Set.of("getClass", "notify", "notifyAll", "wait").contains(call.getNameAsString());
        return CODE.contains(type.jdk().get().getName()) && !asks && !type.is(CharSequence.class);
    }

    /** True for a collection made here without a comparator. */
    private static boolean isPlainlyMade(Expression collection) {
        return Declarations.of(collection)
                .filter(d -> d instanceof VariableDeclarator v && Declarations.isSetOnce(v))
                .flatMap(d -> ((VariableDeclarator) d).getInitializer())
                .filter(i -> i instanceof ObjectCreationExpr made && made.getArguments().isEmpty())
                .isPresent();
    }

    private boolean isOfCollection(Expression iterator) {
        Expression made = Declarations.of(iterator)
                .filter(d -> d instanceof VariableDeclarator v && Declarations.isSetOnce(v))
                .flatMap(d -> ((VariableDeclarator) d).getInitializer())
                .orElse(iterator);
        return made instanceof MethodCallExpr call && ITERATORS.contains(call.getNameAsString())
                && call.getScope().map(types::of)
                        .filter(t -> t.is(Collection.class) || t.is(Map.class)).isPresent();
    }

    /** True if going through the elements runs only the JDK's code. */
    boolean isPlainIterable(Expression iterable) {
        TypeRef type = types.of(iterable);
        return type.name().endsWith("[]") || type.is(Collection.class) || type.is(java.nio.file.Path.class);
    }

    /** True if nothing is known of the code that an object of the type may run. */
    boolean isOpaque(TypeRef type) {
        if (type.source().isPresent()) {
            return type.source().get() instanceof ClassOrInterfaceDeclaration c && (c.isInterface() || c.isAbstract());
        }
        if (type.jdk().isEmpty()) {
            return true;
        }
        Class<?> jdk = type.jdk().get();
        boolean container = Collection.class.isAssignableFrom(jdk) || Map.class.isAssignableFrom(jdk)
                || jdk == Map.Entry.class || jdk == Optional.class;
        if (container || type.name().endsWith("[]")) {
            return type.arguments().isEmpty() || type.arguments().stream().anyMatch(this::isOpaque);
        }
        return CODE.contains(jdk.getName()) || isFunctional(jdk) || java.util.stream.BaseStream.class.isAssignableFrom(jdk);
    }

    /** True for an interface that a lambda can implement. */
    private static boolean isFunctional(Class<?> type) {
        return type.isInterface() && type != CharSequence.class
                && Arrays.stream(type.getMethods()).filter(m -> Modifier.isAbstract(m.getModifiers()))
                        .map(Method::getName).distinct().count() == 1;
    }

    /** Returns the methods that the JDK may call on an object of the type or on its elements. */
    List<MethodDeclaration> implicit(TypeRef type) {
        List<MethodDeclaration> methods = new ArrayList<>();
        type.source().ifPresent(t -> methods.addAll(ofSource(t)));
        type.arguments().forEach(a -> methods.addAll(implicit(a)));
        return methods;
    }

    private List<MethodDeclaration> ofSource(TypeDeclaration<?> type) {
        boolean implementsAny = type instanceof ClassOrInterfaceDeclaration c
                && !(c.getImplementedTypes().isEmpty() && c.getExtendedTypes().isEmpty());
        return type.getMethods().stream()
                .filter(m -> !m.isStatic() && m.getBody().isPresent())
                .filter(m -> implementsAny || IMPLICIT.contains(m.getNameAsString()))
                .toList();
    }
}
