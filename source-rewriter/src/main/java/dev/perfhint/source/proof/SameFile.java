package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Says what may be the file of the stream: whatever is not provably another. */
final class SameFile {
    private static final Set<String> CHANNEL_OPENERS =
            Set.of("java.nio.channels.FileChannel.open", "java.nio.file.Files.newByteChannel");
    private static final int MAX_DEPTH = 6;
    private static final Set<String> FILES = Set.of("java.io.File", "java.nio.file.Path");

    /** Packages of values, collections and paths, whose objects read no file. */
    private static final Set<String> VALUES = Set.of("java.lang", "java.util", "java.math", "java.text", "java.time",
            "java.nio.charset", "java.nio.file", "java.awt.geom");

    /** Packages whose methods, where the table does not say so, open no file that they are given the name of. */
    private static final Set<String> NO_FILES = Set.of("java.lang", "java.io", "java.math", "java.net", "java.nio",
            "java.security", "java.sql", "java.text", "java.time", "java.util", "javax.crypto", "javax.xml",
            "org.w3c.dom", "org.xml.sax", "java.beans");
    private static final Set<String> NAMES = Set.of("java.lang.String", "java.net.URL", "java.net.URI");

    private final TypestateRun run;
    private final Resolver resolver;
    private final Optional<String> path;

    /** The path is the stream's own, where it is a constant. */
    SameFile(TypestateRun run, Optional<String> path) {
        this.run = run;
        this.resolver = run.resolver;
        this.path = path;
    }

    /** Returns whether the variable may hold what code elsewhere opened. */
    boolean isOfOthers(VariableElement variable) {
        return isOfOthers(variable, 0);
    }

    /** Returns whether code elsewhere may have opened what the expression denotes. */
    boolean isOfOthers(Expression e) {
        return resolver.variable(e).map(this::isOfOthers).orElseGet(() -> isFromElsewhere(e, 0));
    }

    private boolean isOfOthers(VariableElement variable, int depth) {
        Optional<Expression> value = Assignments.isParameter(resolver, variable) || depth > MAX_DEPTH
                ? Optional.empty() : Assignments.onlyValue(resolver, variable);
        return value.isEmpty() || isFromElsewhere(value.get(), depth + 1);
    }

    private boolean isFromElsewhere(Expression value, int depth) {
        return value.findAll(Expression.class).stream()
                .filter(e -> resolver.isSubtype(e, "java.lang.AutoCloseable"))
                .anyMatch(e -> e.isMethodCallExpr() ? resolver.method(e).flatMap(run.jdk::effect).isEmpty()
                        : (e.isNameExpr() || e.isFieldAccessExpr()) && resolver.variable(e)
                                .filter(v -> !resolver.isPlatform(v)).filter(v -> isOfOthers(v, depth + 1))
                                .isPresent());
    }

    /** Returns whether the variable is made by opening what may be the same file. */
    boolean opensSame(VariableElement variable, JdkEffect how) {
        Optional<Expression> value = Assignments.onlyValue(resolver, variable);
        for (Expression e : value.map(each -> each.findAll(Expression.class)).orElse(List.of())) {
            Optional<ExecutableElement> method = e.isMethodCallExpr() || e.isObjectCreationExpr()
                    ? resolver.method(e) : Optional.empty();
            boolean inner = e.isNameExpr()
                    && resolver.variable(e).filter(v -> !v.equals(variable) && opensSame(v, how)).isPresent();
            if (method.isPresent() && opens(e, method.get(), how) || inner) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the call makes an object of what may be the same file; unknown ones count for all uses. */
    boolean opens(Expression call, ExecutableElement method, JdkEffect how) {
        Optional<JdkEffect> effect = run.jdk.effect(method);
        return !run.creations.contains(call) && !onlyReads(call) && givesHandle(method)
                && (effect.filter(how::equals).isPresent()
                || effect.isEmpty() && resolver.isPlatform(method) && asksForPath(method))
                && mayBeSame(call, method);
    }

    /** Returns whether an object of its type may have been made of a file: a JDK object that is no value. */
    boolean mayBeOnFile(Expression object) {
        // what is thrown has no handle
        return resolver.type(object).flatMap(resolver::classOf).filter(resolver::isPlatform)
                .filter(type -> !resolver.isSubtype(type.asType(), "java.lang.Throwable"))
                .map(type -> resolver.elements().getPackageOf(type).getQualifiedName().toString())
                .filter(home -> VALUES.stream().noneMatch(each -> home.equals(each) || home.startsWith(each + ".")))
                .isPresent();
    }

    /** Returns whether the call opens a file beside an input in a mode that is only for reading. */
    boolean onlyReads(Node call) {
        return !run.policy.isOutput() && (call instanceof MethodCallExpr opened && isReadChannel(opened)
                || call instanceof ObjectCreationExpr made && isReadFile(made));
    }

    private boolean isReadFile(ObjectCreationExpr made) {
        return made.getArguments().size() == 2
                && resolver.className(made).filter("java.io.RandomAccessFile"::equals).isPresent()
                && ConstantValues.is(run.sources, made.getArgument(1), "r");
    }

    /** Without an option a channel is opened for reading. */
    private boolean isReadChannel(MethodCallExpr call) {
        Optional<String> opener = resolver.ownerOf(call).map(owner -> owner + "." + call.getNameAsString());
        return opener.filter(CHANNEL_OPENERS::contains).isPresent() && call.getArguments().stream().skip(1)
                .allMatch(option -> resolver.variable(option)
                        .filter(v -> v.getSimpleName().contentEquals("READ")
                                && v.getEnclosingElement() instanceof TypeElement options
                                && options.getQualifiedName().contentEquals("java.nio.file.StandardOpenOption"))
                        .isPresent());
    }

    /** A method that writes or copies a whole file leaves nothing open, and gives back its name or a number. */
    private boolean givesHandle(ExecutableElement method) {
        TypeMirror made = method.getReturnType();
        return method.getKind() == ElementKind.CONSTRUCTOR || made instanceof DeclaredType
                && resolver.className(made).filter(FILES::contains).isEmpty();
    }

    /** Returns whether the call's paths are not provably others. */
    boolean mayBeSame(Node call, ExecutableElement method) {
        List<Optional<String>> named = paths(call, method);
        return path.isEmpty() || named.isEmpty() || named.stream()
                .anyMatch(each -> each.isEmpty() || ConstantPath.mayBeSame(path.get(), each.get()));
    }

    /** Returns what the call names files by, each empty where it is no plain constant; none if that is not known. */
    private List<Optional<String>> paths(Node call, ExecutableElement method) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        List<Optional<String>> all = new ArrayList<>();
        boolean ofFile = isFile(owner.asType()) && method.getKind() == ElementKind.METHOD
                && !method.getModifiers().contains(Modifier.STATIC);
        if (ofFile) {
            all.add(scope(call).flatMap(e -> ConstantPath.plain(resolver, e)));
        }
        List<? extends Expression> given = call instanceof NodeWithArguments<?> with ? with.getArguments() : List.of();
        for (int i = 0; i < method.getParameters().size(); i++) {
            TypeMirror type = method.getParameters().get(i).asType();
            boolean text = isText(type) && (!resolver.isPlatform(method)
                    || i == 0 && method.getKind() == ElementKind.CONSTRUCTOR
                    && JdkMethods.isNamedFirst(resolver.binaryName(owner)));
            if (isFile(type) || text) {
                all.add(i < given.size() ? ConstantPath.plain(resolver, given.get(i)) : Optional.empty());
            } else if (named(type).filter(FILES::contains).isPresent()) {
                all.add(Optional.empty());
            }
        }
        // relative to a folder that is not seen
        return resolver.isSubtype(owner.asType(), "java.nio.file.DirectoryStream") ? List.of() : all;
    }

    private static Optional<Expression> scope(Node call) {
        return call instanceof MethodReferenceExpr bound ? Optional.of(bound.getScope())
                : call instanceof MethodCallExpr m ? m.getScope() : Optional.empty();
    }

    private boolean isFile(TypeMirror type) {
        return FILES.stream().anyMatch(file -> resolver.isSubtype(type, file));
    }

    private boolean isText(TypeMirror type) {
        return resolver.isSubtype(type, "java.lang.CharSequence");
    }

    /** A method of the JDK's that is not in the table and gets a file may do anything with it. */
    boolean asksForPath(ExecutableElement method) {
        return method.getParameters().stream().flatMap(each -> named(each.asType()).stream())
                .anyMatch(FILES::contains);
    }

    /** Returns whether a method of the JDK's that is not in the table may take a text, or a URL, for a file's name. */
    boolean mayOpenByName(ExecutableElement method) {
        String home = resolver.elements().getPackageOf(method).getQualifiedName().toString();
        return NO_FILES.stream().noneMatch(each -> home.equals(each) || home.startsWith(each + "."))
                && method.getParameters().stream().flatMap(each -> named(each.asType()).stream())
                        .anyMatch(NAMES::contains);
    }

    private Optional<String> named(TypeMirror type) {
        return type instanceof ArrayType array ? named(array.getComponentType()) : resolver.className(type);
    }

    boolean isFile(Expression e) {
        return FILES.stream().anyMatch(file -> resolver.isSubtype(e, file));
    }
}
