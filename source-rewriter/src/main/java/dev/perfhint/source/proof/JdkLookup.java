package dev.perfhint.source.proof;

import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Sources;
import dev.perfhint.source.jdk.JdkClasses;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.jdk.JdkReach;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Looks a method up in the table of JDK methods, in a class and then in its ancestors. */
final class JdkLookup {
    private final Resolver resolver;
    private final Map<String, List<String>> ancestors = new HashMap<>();
    private final Map<ExecutableElement, Optional<JdkEffect>> effects = new HashMap<>();

    private JdkLookup(Sources sources) {
        this.resolver = Resolver.of(sources);
    }

    /** Returns the sources' look-up. */
    static JdkLookup of(Sources sources) {
        return sources.attached(JdkLookup.class, JdkLookup::new);
    }

    /** Returns what the method of that name and descriptor does when the object is of the given JDK class. */
    Optional<JdkEffect> effect(String className, String name, String descriptor) {
        // constructors are not inherited
        for (String each : name.equals("<init>") ? List.of(className) : ancestors(className)) {
            Optional<JdkEffect> effect = JdkMethods.of(each, name, descriptor);
            if (effect.isPresent()) {
                return effect;
            }
        }
        return Optional.empty();
    }

    /** Returns what a resolved method of the JDK does, whatever subclass of its own class the object has. */
    Optional<JdkEffect> effect(ExecutableElement method) {
        Optional<JdkEffect> known = effects.get(method);
        if (known == null) {
            MethodKey key = resolver.key(method);
            known = resolver.isPlatform(method) ? effect(key.owner(), key.name(), key.descriptor()) : Optional.empty();
            effects.put(method, known);
        }
        return known;
    }

    /** Returns whether a method of the JDK changes neither its object nor what it is given. */
    boolean asks(ExecutableElement method) {
        MethodKey key = resolver.key(method);
        return resolver.isPlatform(method) && asks(key.owner(), key.name(), key.descriptor());
    }

    /** Returns whether the class or one of those above it is listed with the method, or as one whose objects last. */
    boolean asks(String className, String name, String descriptor) {
        return ancestors(className).stream().anyMatch(each -> JdkMethods.asks(each, name, descriptor));
    }

    /** Returns what the methods of a class of the JDK can get at; any file, where no class above it is known either. */
    JdkReach reach(String className) {
        return JdkClasses.of(className).or(() -> ancestors(className).stream()
                .filter(each -> !JdkClasses.isRoot(each)).flatMap(each -> JdkClasses.of(each).stream()).findFirst())
                .orElse(JdkReach.ANY);
    }

    /** Returns whether an object of the type may be on a file; an array if what is in it may be. */
    boolean isHandle(TypeMirror type) {
        if (type instanceof ArrayType array) {
            return isHandle(array.getComponentType());
        }
        Optional<TypeElement> named = resolver.classOf(type);
        if (named.isEmpty()) {
            // what is caught by one of several names is thrown
            return !type.getKind().isPrimitive()
                    && !Set.of(TypeKind.NULL, TypeKind.VOID, TypeKind.UNION).contains(type.getKind());
        }
        if (resolver.isPlatform(named.get())) {
            return reach(resolver.binaryName(named.get())) != JdkReach.VALUE;
        }
        // what the user's classes hold is found where they use it
        return !resolver.hasSource(named.get()) || resolver.types().directSupertypes(type).stream()
                .filter(each -> !resolver.className(each).filter(JdkClasses::isRoot).isPresent())
                .anyMatch(this::isHandle);
    }

    /** Returns whether the expression's type is of a collection, or another object, of what may be on a file. */
    boolean holdsHandles(Expression e) {
        return resolver.type(e).filter(this::holdsHandles).isPresent();
    }

    /** Returns whether objects of the type are made for objects that may be on a file. */
    boolean holdsHandles(TypeMirror type) {
        return type instanceof DeclaredType generic && generic.getTypeArguments().stream().anyMatch(this::isHandle);
    }

    private List<String> ancestors(String className) {
        List<String> known = ancestors.get(className);
        if (known == null) {
            List<String> all = new ArrayList<>();
            resolver.classNamed(className).filter(resolver::isPlatform).ifPresent(type -> add(type.asType(), all));
            ancestors.put(className, all);
            known = all;
        }
        return known;
    }

    private void add(TypeMirror type, List<String> all) {
        resolver.className(type).filter(name -> !all.contains(name)).ifPresent(name -> {
            all.add(name);
            resolver.types().directSupertypes(type).forEach(each -> add(each, all));
        });
    }

    /** Returns the nearest class of the JDK that the user's class inherits from. */
    String jdkAncestor(TypeElement type) {
        Optional<TypeElement> at = Optional.of(type);
        while (at.isPresent() && !resolver.isPlatform(at.get())) {
            at = resolver.classOf(at.get().getSuperclass());
        }
        return at.map(resolver::binaryName).orElse("java.lang.Object");
    }

    /** Returns whether an object is of the type for certain. */
    boolean isSubtype(Thing thing, TypeMirror type) {
        Optional<? extends TypeMirror> own = thing.type().map(TypeElement::asType)
                .or(() -> resolver.classNamed(thing.jdkClass()).map(TypeElement::asType));
        return own.filter(each -> resolver.types()
                .isSubtype(resolver.types().erasure(each), resolver.types().erasure(type)))
                .isPresent();
    }
}
