package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
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
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/**
 * Says what may be the file of the stream: whatever is not provably another; or, where it is not known that code runs
 * while bytes are held, what has its name from the same place.
 */
final class SameFile {
    private static final Set<String> CHANNEL_OPENERS =
            Set.of("java.nio.channels.FileChannel.open", "java.nio.file.Files.newByteChannel");
    private static final Set<String> READ_MODES = Set.of("READ_ONLY", "PRIVATE");
    private static final Set<String> OF_DISK = Set.of("getFreeSpace", "getUsableSpace");
    private static final Set<String> FILES = Set.of("java.io.File", "java.nio.file.Path");

    /** Packages whose methods, where the table does not say so, open no file that they are given the name of. */
    private static final Set<String> NO_FILES = Set.of("java.lang", "java.io", "java.math", "java.net", "java.nio",
            "java.security", "java.sql", "java.text", "java.time", "java.util", "javax.crypto", "javax.xml",
            "org.w3c.dom", "org.xml.sax", "java.beans", "javax.imageio.metadata");
    private static final Set<String> NAMES = Set.of("java.lang.String", "java.net.URL", "java.net.URI");

    private final TypestateRun run;
    private final Resolver resolver;
    private final Optional<String> path;
    private final Optional<PathOrigins> origins;

    /** The path is the stream's own, where it is a constant. */
    SameFile(TypestateRun run, Optional<String> path) {
        this(run, path, Optional.empty());
    }

    private SameFile(TypestateRun run, Optional<String> path, Optional<PathOrigins> origins) {
        this.run = run;
        this.resolver = run.resolver;
        this.path = path;
        this.origins = origins;
    }

    /** Returns what asks for evidence that two names are one file's; the path is how the stream's is named. */
    SameFile evident(Optional<Expression> path, ViewNames names) {
        return path.isEmpty() ? this : new SameFile(run, this.path,
                Optional.of(new PathOrigins(run, names, path.get())));
    }

    /** Returns whether only what has its name from the same place is taken for the same file. */
    boolean isEvident() {
        return origins.isPresent();
    }

    /** Returns whether the stream's path is a constant. */
    boolean isNamed() {
        return path.isPresent();
    }

    /** Returns whether the call opens a file beside an input in a mode that is only for reading. */
    boolean onlyReads(Node call) {
        return !run.policy.isOutput() && (call instanceof MethodCallExpr opened
                && (isReadChannel(opened) || isReadMapping(opened))
                || call instanceof NodeWithArguments<?> made && isReadFile(call, made));
    }

    private boolean isReadFile(Node call, NodeWithArguments<?> made) {
        return made.getArguments().size() == 2 && resolver.method(call).map(resolver::key)
                .filter(key -> key.name().equals("<init>") && key.owner().equals("java.io.RandomAccessFile"))
                .isPresent()
                && ConstantValues.is(run.sources, made.getArguments().get(1), "r");
    }

    /** What is written to such a mapping does not reach the file. */
    private boolean isReadMapping(MethodCallExpr call) {
        return !call.getArguments().isEmpty() && resolver.variable(call.getArgument(0))
                .filter(v -> READ_MODES.contains(v.getSimpleName().toString())
                        && v.getEnclosingElement() instanceof TypeElement modes
                        && resolver.binaryName(modes).equals("java.nio.channels.FileChannel$MapMode"))
                .isPresent();
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

    /** Returns whether the call's paths are not provably others, or have evidence for being the same. */
    boolean mayBeSame(Node call, ExecutableElement method) {
        if (run.jdk.effect(method).filter(JdkEffect.LOADS::equals).isPresent() && (path.isPresent() || isEvident())) {
            return call instanceof NodeWithArguments<?> with && !with.getArguments().isEmpty()
                    && mayBeLoaded(with.getArguments().get(0));
        }
        List<Optional<Expression>> named = paths(call, method);
        boolean open = call instanceof MethodReferenceExpr of
                && (!method.getParameters().isEmpty() || resolver.declaredClass(of.getScope()).isPresent());
        return isEvident() ? open || named.stream().flatMap(Optional::stream).anyMatch(this::mayBeSame)
                : path.isEmpty() || named.isEmpty()
                        || named.stream().anyMatch(each -> each.isEmpty() || mayBeSame(each.get()));
    }

    /** Returns whether the call says by a path which file it means. */
    boolean isNamed(Node call, ExecutableElement method) {
        return paths(call, method).stream().anyMatch(Optional::isPresent);
    }

    private boolean mayBeSame(Expression other) {
        Optional<String> name = ConstantPath.plain(resolver, other);
        return path.isPresent() && name.isPresent() ? ConstantPath.mayBeSame(path.get(), name.get())
                : origins.isEmpty() || origins.get().mayShare(other);
    }

    /** Returns what the call names files by, each empty where it is not written there; none if that is not known. */
    private List<Optional<Expression>> paths(Node call, ExecutableElement method) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        List<Optional<Expression>> all = new ArrayList<>();
        boolean ofFile = isFile(owner.asType()) && method.getKind() == ElementKind.METHOD
                && !method.getModifiers().contains(Modifier.STATIC);
        if (ofFile) {
            all.add(scope(call));
        }
        List<? extends Expression> given = call instanceof NodeWithArguments<?> with ? with.getArguments() : List.of();
        for (int i = 0; i < method.getParameters().size(); i++) {
            TypeMirror type = method.getParameters().get(i).asType();
            boolean text = isText(type) && (!resolver.isPlatform(method)
                    || i == 0 && method.getKind() == ElementKind.CONSTRUCTOR
                    && JdkMethods.isNamedFirst(resolver.binaryName(owner)));
            if (isFile(type) || text) {
                all.add(i < given.size() ? Optional.of(given.get(i)) : Optional.empty());
            } else if (named(type).filter(FILES::contains).isPresent()) {
                all.add(Optional.empty());
            }
        }
        // relative to a folder that is not seen, or of all that is on the disk
        return resolver.isSubtype(owner.asType(), "java.nio.file.DirectoryStream")
                || OF_DISK.contains(method.getSimpleName().toString()) && ofFile ? List.of() : all;
    }

    /** Returns whether one of the arguments is a text that names the file. */
    boolean isNamedIn(List<? extends Expression> given) {
        return path.isPresent() && given.stream().flatMap(e -> ConstantPath.plain(resolver, e).stream())
                .anyMatch(text -> !text.isEmpty() && ConstantPath.mayBeSame(path.get(), text));
    }

    /** A resource is below a folder that is not known. */
    private boolean mayBeLoaded(Expression resource) {
        Optional<String> name = ConstantPath.plain(resolver, resource);
        return path.isPresent() && name.isPresent() ? ConstantPath.mayBeLoaded(path.get(), name.get())
                : origins.isEmpty() || origins.get().mayLoad(resource);
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
