package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.type.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Judges calls that pass the stream to code without source, by the bytecode on the class path.
 *
 * <p>A callee is harmless if it only writes, flushes or reads the stream; one that keeps, casts, closes or hands it on
 * is an objection that says so.
 */
final class Handover {
    private static final Set<String> RAW = Set.of("java/io/FileOutputStream", "java/io/FileInputStream");

    private final StaticTypes types;
    private final LibraryClasses classes;
    private final boolean output;

    Handover(StaticTypes types, List<Path> classpath, boolean output) {
        this.types = types;
        this.classes = new LibraryClasses(classpath);
        this.output = output;
    }

    /** Returns why the method may not get a buffered stream; empty if its bytecode shows that it may. */
    Optional<String> objection(MethodCallExpr call, int argument) {
        String to = "the stream is passed to " + call.getNameAsString() + "()";
        Optional<LibraryClass> type = call.getScope().flatMap(this::classOf);
        if (type.isEmpty()) {
            return Optional.of(to + ", whose code cannot be seen" + (classes.isEmpty() ? "" : " on the class path"));
        }
        List<LibraryMethod> methods = named(type.get(), call.getNameAsString(), call.getArguments().size());
        return objection("the stream is passed to " + type.get().simpleName() + "." + call.getNameAsString() + "() ("
                + type.get().home() + ")", type.get(), methods, argument, isExact(call.getScope().orElseThrow()));
    }

    /** Returns why the constructor may not get a buffered stream; empty if its bytecode shows that it may. */
    Optional<String> objection(ObjectCreationExpr creation, int argument) {
        Optional<LibraryClass> type = classOf(creation.getType());
        if (type.isEmpty() || creation.getAnonymousClassBody().isPresent()) {
            return Optional.of("the stream is passed to the constructor of " + creation.getTypeAsString()
                    + ", which cannot be seen" + (classes.isEmpty() ? "" : " on the class path"));
        }
        List<LibraryMethod> constructors = named(type.get(), "<init>", creation.getArguments().size());
        return objection("the stream is passed to the constructor of " + type.get().simpleName() + " ("
                + type.get().home() + ")", type.get(), constructors, argument, true);
    }

    private Optional<String> objection(String to, LibraryClass type, List<LibraryMethod> methods, int argument,
            boolean exact) {
        if (methods.isEmpty()) {
            return Optional.of(to + ", which is not found there");
        }
        LibraryUse use = new LibraryUse(classes, output);
        LibraryUse.Summary summary = LibraryUse.Summary.empty();
        for (LibraryMethod method : methods) {
            if (!exact && !method.isFixed() && !type.isFinal()) {
                summary.objections().add("a subclass may override");
            }
            String parameter = org.objectweb.asm.Type.getArgumentTypes(method.descriptor())[argument].getInternalName();
            if (RAW.contains(parameter)) {
                summary.objections().add("asks for a " + parameter.substring(parameter.lastIndexOf('/') + 1));
            }
            summary.add(use.of(method, argument));
        }
        List<String> lines = new ArrayList<>();
        for (String field : summary.fields()) {
            lines.add(keeps(field, use.ofField(type, field)));
        }
        lines.addAll(summary.objections());
        return lines.isEmpty() ? Optional.empty() : Optional.of(to + ", which " + String.join(" and ", lines));
    }

    private static String keeps(String field, LibraryUse.Summary later) {
        Set<String> further = new LinkedHashSet<>(later.objections());
        boolean closes = further.remove("closes it");
        further.removeIf(o -> o.startsWith("calls ") && !o.endsWith("on it"));
        String kept = "keeps it in its field " + field + " and " + (closes ? "closes it by itself" : "never closes it");
        return further.isEmpty() ? kept
                : kept + ", and which " + further.stream().limit(2).collect(Collectors.joining(" and "));
    }

    private static List<LibraryMethod> named(LibraryClass type, String name, int arguments) {
        return type.methods().stream()
                .filter(m -> m.name().equals(name))
                .filter(m -> org.objectweb.asm.Type.getArgumentTypes(m.descriptor()).length == arguments)
                .toList();
    }

    /** True if the object is of exactly the class that its expression says: made by new, by a variable set once. */
    private boolean isExact(Expression scope) {
        if (scope instanceof ObjectCreationExpr creation) {
            return creation.getAnonymousClassBody().isEmpty();
        }
        Optional<Node> declaration = Declarations.of(scope);
        return declaration.isEmpty() && scope instanceof NameExpr
                || declaration.orElse(null) instanceof VariableDeclarator v && !Declarations.isField(v)
                        && v.getInitializer().filter(ObjectCreationExpr.class::isInstance).filter(this::isExact)
                                .isPresent()
                        && Declarations.isSetOnce(v);
    }

    private Optional<LibraryClass> classOf(Expression scope) {
        Optional<Node> declaration = Declarations.of(scope);
        if (declaration.isPresent()) {
            return declaration.get() instanceof Parameter p ? classOf(p.getType())
                    : declaration.get() instanceof VariableDeclarator v && !v.getType().isVarType()
                    ? classOf(v.getType()) : Optional.empty();
        }
        return scope instanceof ObjectCreationExpr creation ? classOf(creation.getType())
                : scope.isNameExpr() || scope.isFieldAccessExpr() ? named(scope.toString(), scope) : Optional.empty();
    }

    private Optional<LibraryClass> classOf(Type type) {
        return type.isClassOrInterfaceType() ? named(type.asClassOrInterfaceType().getNameWithScope(), type)
                : Optional.empty();
    }

    /** Resolves a class name as written; one that the sources or the JDK have is not the library's. */
    private Optional<LibraryClass> named(String written, Node place) {
        if (classes.isEmpty() || types.named(written, place).isKnown()) {
            return Optional.empty();
        }
        return candidates(written, place).stream().flatMap(c -> classes.find(c).stream()).findFirst();
    }

    private static List<String> candidates(String written, Node place) {
        List<String> candidates = new ArrayList<>();
        if (Character.isLowerCase(written.charAt(0)) && written.indexOf('.') > 0) {
            candidates.add(written.replace('.', '/'));
            return candidates;
        }
        Optional<CompilationUnit> unit = place.findCompilationUnit();
        String outer = written.contains(".") ? written.substring(0, written.indexOf('.')) : written;
        String binary = written.replace('.', '$');
        List<ImportDeclaration> imports = unit.map(u -> List.copyOf(u.getImports())).orElse(List.of());
        imports.stream().filter(i -> !i.isStatic() && !i.isAsterisk())
                .filter(i -> i.getName().getIdentifier().equals(outer))
                .forEach(i -> candidates.add(i.getNameAsString().replace('.', '/')
                        + binary.substring(outer.length())));
        if (candidates.isEmpty()) {
            unit.flatMap(CompilationUnit::getPackageDeclaration)
                    .ifPresentOrElse(p -> candidates.add(p.getNameAsString().replace('.', '/') + '/' + binary),
                            () -> candidates.add(binary));
            imports.stream().filter(i -> !i.isStatic() && i.isAsterisk())
                    .forEach(i -> candidates.add(i.getNameAsString().replace('.', '/') + '/' + binary));
        }
        return candidates;
    }
}
