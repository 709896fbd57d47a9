package dev.perfhint.source.proof;

import dev.perfhint.source.Sources;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
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
