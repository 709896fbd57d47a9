package dev.perfhint.source.proof;

import com.github.javaparser.ast.body.TypeDeclaration;
import java.util.List;
import java.util.Optional;

/**
 * The static type of an expression as far as it is known: a JDK class, a class whose source is visible, or neither.
 *
 * @param name simple name as written
 * @param arguments type arguments, empty if raw or unknown
 */
record TypeRef(String name, Optional<Class<?>> jdk, Optional<TypeDeclaration<?>> source, List<TypeRef> arguments) {
    static final TypeRef UNKNOWN = new TypeRef("?", Optional.empty(), Optional.empty(), List.of());

    static TypeRef of(Class<?> type) {
        return new TypeRef(type.getSimpleName(), Optional.of(type), Optional.empty(), List.of());
    }

    boolean isKnown() {
        return jdk.isPresent() || source.isPresent();
    }

    boolean is(Class<?> type) {
        return jdk.filter(type::isAssignableFrom).isPresent();
    }
}
