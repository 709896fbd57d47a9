package dev.perfhint.source.file;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import java.util.Optional;

/** Finds the declaration of a type by its class-file name; anonymous and local classes have none of their own. */
public final class TypeLookup {
    private TypeLookup() {}

    /**
     * Returns the named type, or the innermost enclosing one that is declared by name where the rest of the name is
     * anonymous or local ({@code Foo$1}, {@code Foo$Bar$1Local}).
     */
    public static Optional<TypeDeclaration<?>> declared(CompilationUnit unit, String className) {
        String packageName = unit.getPackageDeclaration().map(p -> p.getNameAsString()).orElse("");
        String local = packageName.isEmpty()
                ? className
                : className.startsWith(packageName + ".") ? className.substring(packageName.length() + 1) : className;
        return unit.getTypes().stream().flatMap(type -> within(type, local.replace('.', '$')).stream()).findFirst();
    }

    /** Returns the class-file name of a declared type, {@code pkg.Outer$Inner}. */
    public static String className(TypeDeclaration<?> type) {
        if (type.getParentNode().orElse(null) instanceof TypeDeclaration<?> outer) {
            return className(outer) + "$" + simpleName(type);
        }
        String packageName = type.findCompilationUnit()
                .flatMap(CompilationUnit::getPackageDeclaration).map(p -> p.getNameAsString() + ".").orElse("");
        return packageName + simpleName(type);
    }

    /** A compact source file declares a class of the file's name without saying so. */
    private static String simpleName(TypeDeclaration<?> type) {
        boolean compact = type instanceof ClassOrInterfaceDeclaration declared && declared.isCompact();
        if (!compact) {
            return type.getNameAsString();
        }
        String file = SourceFile.of(type).path().getFileName().toString();
        return file.endsWith(".java") ? file.substring(0, file.length() - ".java".length()) : file;
    }

    private static Optional<TypeDeclaration<?>> within(TypeDeclaration<?> type, String name) {
        String own = simpleName(type);
        if (name.equals(own)) {
            return Optional.of(type);
        }
        if (!name.startsWith(own + "$")) {
            return Optional.empty();
        }
        String rest = name.substring(own.length() + 1);
        return type.getMembers().stream().filter(TypeDeclaration.class::isInstance)
                .flatMap(nested -> within((TypeDeclaration<?>) nested, rest).stream()).findFirst()
                .or(() -> Character.isDigit(rest.charAt(0)) ? Optional.of(type) : Optional.empty());
    }
}
