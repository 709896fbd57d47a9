package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the methods of a name that a class declares or inherits, as far as the classes above it can be seen. */
final class Hierarchy {
    private final StaticTypes types;

    Hierarchy(StaticTypes types) {
        this.types = types;
    }

    /** Returns the type's own methods, those of its enum constants, and those of its visible supertypes. */
    List<MethodDeclaration> methods(TypeDeclaration<?> type, String name) {
        List<MethodDeclaration> found = new ArrayList<>();
        for (TypeDeclaration<?> each : upwards(type)) {
            each.getMethodsByName(name).stream().filter(m -> !isOverridden(m, found)).forEach(found::add);
        }
        if (type instanceof EnumDeclaration e) {
            e.getEntries().stream().flatMap(entry -> entry.getClassBody().stream())
                    .forEach(m -> m.toMethodDeclaration().filter(x -> x.getNameAsString().equals(name)).ifPresent(found::add));
        }
        return found;
    }

    /** True if a class above the type, which is not in the sources, may have a method of the name. */
    boolean mayInherit(TypeDeclaration<?> type, String name) {
        return outside(type).anyMatch(t -> t.jdk().map(c -> declared(c).anyMatch(m -> m.getName().equals(name))).orElse(true));
    }

    /** True if the JDK's part of the hierarchy has an overload that the call may mean instead of the given methods. */
    boolean hasInPlatform(TypeDeclaration<?> type, MethodCallExpr call, List<CallableDeclaration<?>> given) {
        return outside(type).flatMap(t -> t.jdk().stream()).flatMap(Hierarchy::declared)
                .filter(m -> m.getName().equals(call.getNameAsString()) && takes(m, call.getArguments()))
                .anyMatch(m -> given.stream().noneMatch(g -> overrides(g, m)));
    }

    private boolean takes(Method method, List<Expression> arguments) {
        Class<?>[] asked = method.getParameterTypes();
        if (asked.length != arguments.size()) {
            return false;
        }
        for (int i = 0; i < asked.length; i++) {
            Class<?> parameter = asked[i];
            Optional<Class<?>> given = types.of(arguments.get(i)).jdk();
            boolean fits = given.isEmpty() || parameter == Object.class || (given.get().isArray()
                    ? parameter.isArray() : parameter.isPrimitive() || given.get().isPrimitive()
                    ? parameter.isPrimitive() == given.get().isPrimitive() : parameter.isAssignableFrom(given.get()));
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** True if the node is an anonymous class or an enum constant whose body, or whose class, has a method of the name. */
    boolean hasInBody(Node node, String name) {
        if (node instanceof EnumConstantDeclaration constant) {
            return constant.getClassBody().stream().anyMatch(m -> isNamed(m, name));
        }
        if (!(node instanceof ObjectCreationExpr made) || made.getAnonymousClassBody().isEmpty()) {
            return false;
        }
        TypeRef type = types.of(made.getType());
        boolean inherited = type.source().map(t -> !methods(t, name).isEmpty() || mayInherit(t, name))
                .orElseGet(() -> type.jdk().map(c -> declared(c).anyMatch(m -> m.getName().equals(name))).orElse(true));
        return inherited || made.getAnonymousClassBody().get().stream().anyMatch(m -> isNamed(m, name));
    }

    private static boolean isNamed(Node member, String name) {
        return member instanceof MethodDeclaration m && m.getNameAsString().equals(name);
    }

    private List<TypeDeclaration<?>> upwards(TypeDeclaration<?> type) {
        Set<TypeDeclaration<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        seen.add(type);
        List<TypeDeclaration<?>> all = new ArrayList<>(List.of(type));
        for (int i = 0; i < all.size(); i++) {
            supertypes(all.get(i)).map(types::of).flatMap(t -> t.source().stream()).filter(seen::add).forEach(all::add);
        }
        return all;
    }

    /** Returns the supertypes that are not in the sources, {@code Object} left out. */
    private Stream<TypeRef> outside(TypeDeclaration<?> type) {
        return upwards(type).stream().flatMap(Hierarchy::supertypes).map(types::of).filter(t -> t.source().isEmpty());
    }

    private static Stream<ClassOrInterfaceType> supertypes(TypeDeclaration<?> type) {
        return type instanceof ClassOrInterfaceDeclaration c
                ? Stream.concat(c.getExtendedTypes().stream(), c.getImplementedTypes().stream())
                : type instanceof EnumDeclaration e ? e.getImplementedTypes().stream()
                : type instanceof RecordDeclaration r ? r.getImplementedTypes().stream() : Stream.empty();
    }

    private static Stream<Method> declared(Class<?> type) {
        Stream<Class<?>> all = Stream.iterate(type, Objects::nonNull, c -> (Class<?>) c.getSuperclass());
        return Stream.concat(Arrays.stream(type.getMethods()), all.flatMap(c -> Arrays.stream(c.getDeclaredMethods())))
                .filter(m -> m.getDeclaringClass() != Object.class && !Modifier.isPrivate(m.getModifiers()));
    }

    private static boolean isOverridden(MethodDeclaration method, List<MethodDeclaration> below) {
        return below.stream().anyMatch(b -> b.getParameters().size() == method.getParameters().size()
                && (method.getBody().isEmpty() || parameters(b).equals(parameters(method))));
    }

    private static boolean overrides(CallableDeclaration<?> callable, Method method) {
        List<String> names = Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).toList();
        return callable.getParameters().size() == names.size()
                && (parameters(callable).equals(names) || Modifier.isAbstract(method.getModifiers()));
    }

    private static List<String> parameters(CallableDeclaration<?> callable) {
        return callable.getParameters().stream()
                .map(p -> p.getTypeAsString().replaceAll("<.*>", "").replaceAll("^(\\w+\\.)+", "")).toList();
    }
}
