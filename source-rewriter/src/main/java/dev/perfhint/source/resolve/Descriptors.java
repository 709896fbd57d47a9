package dev.perfhint.source.resolve;

import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Writes types and methods the way class files do. */
final class Descriptors {
    private final Elements elements;
    private final Types types;

    Descriptors(Elements elements, Types types) {
        this.elements = elements;
        this.types = types;
    }

    MethodKey key(ExecutableElement method) {
        String parameters = method.getParameters().stream()
                .map(parameter -> descriptor(parameter.asType())).collect(Collectors.joining());
        return new MethodKey(
                elements.getBinaryName((TypeElement) method.getEnclosingElement()).toString(),
                method.getSimpleName().toString(), "(" + parameters + ")" + descriptor(method.getReturnType()));
    }

    private String descriptor(TypeMirror type) {
        TypeMirror erased = types.erasure(type);
        return switch (erased.getKind()) {
            case BOOLEAN -> "Z";
            case BYTE -> "B";
            case SHORT -> "S";
            case INT -> "I";
            case LONG -> "J";
            case CHAR -> "C";
            case FLOAT -> "F";
            case DOUBLE -> "D";
            case VOID -> "V";
            case ARRAY -> "[" + descriptor(((ArrayType) erased).getComponentType());
            case DECLARED, ERROR -> "L" + binaryName((DeclaredType) erased).replace('.', '/') + ";";
            default -> "?";
        };
    }

    private String binaryName(DeclaredType type) {
        return elements.getBinaryName((TypeElement) type.asElement()).toString();
    }
}
