package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.Resolver;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Says what the code in view makes of files' names: links, new names, questions for their times, names of devices. */
final class NamesInView {
    private static final List<String> LINKS = List.of("createLink", "createSymbolicLink");
    private static final List<String> TIMES = List.of("lastModified", "getLastModifiedTime", "getLastModified",
            "lastModifiedTime", "readAttributes", "getAttribute");

    private static final List<String> ATTRIBUTES = List.of("java.nio.file.attribute.BasicFileAttributes",
            "java.nio.file.attribute.FileAttributeView");
    /** What an address is asked for and answers without a time. */
    private static final Set<String> OF_CONTENT = Set.of("getInputStream", "getOutputStream", "getContent",
            "getContentLength", "getContentLengthLong", "getURL", "getContentEncoding", "getContentType");
    private static final String PROCESS = "(/|(\\.\\./)+)(proc|dev/(fd|std)).*";

    private final TypestateRun run;
    private final Resolver resolver;
    private final ViewNames names;
    private final Collection<CompilationUnit> view;

    NamesInView(TypestateRun run, ViewNames names, Collection<CompilationUnit> view) {
        this.run = run;
        this.resolver = run.resolver;
        this.names = names;
        this.view = view;
    }

    /** Returns the constant that is the file's only name; empty if it has none, or may have another. */
    Optional<String> onlyName(Optional<Expression> path) {
        Optional<String> constant = links() ? Optional.empty()
                : path.flatMap(each -> ConstantPath.plain(resolver, each));
        return renames(new SameFile(run, constant)) ? Optional.empty() : constant;
    }

    /** Returns whether code in view makes links, so that two names may be one file. */
    private boolean links() {
        return LINKS.stream().flatMap(names::calls).anyMatch(this::isOfPlatform);
    }

    /** Returns whether code in view may give the file another name, by which it is then looked at. */
    private boolean renames(SameFile file) {
        return Stream.of("move", "renameTo").flatMap(names::calls)
                .anyMatch(call -> resolver.method(call).map(method -> run.jdk.effect(method)
                        .filter(JdkEffect.RENAMES::equals).isPresent() && file.mayBeSame(call, method)).orElse(true));
    }

    /** Returns whether one of the methods of the class is called, or referred to, in view. */
    boolean calls(String owner, String... methods) {
        return Stream.of(methods).flatMap(names::calls)
                .anyMatch(call -> resolver.ownerOf(call).map(owner::equals).orElse(true));
    }

    /** Returns whether the code in view makes addresses of files. */
    boolean namesAddresses() {
        return Stream.of("toURI", "toUri", "toURL", "getResource", "getResources").flatMap(names::calls).findAny()
                .isPresent()
                || names.named("file:").findAny().isPresent();
    }

    /** A buffer is written out later, so that the file's time is another beside a clock's and other files'. */
    void times(SameFile same, SameFile evident, BooleanSupplier brief) {
        for (CompilationUnit unit : run.policy.isOutput() ? view : List.<CompilationUnit>of()) {
            unit.walk(Expression.class, call -> {
                boolean called = call instanceof MethodCallExpr || call instanceof MethodReferenceExpr;
                if (called && resolver.method(call).map(method -> tellsTime(method)
                        && (same.isNamed(call, method) ? evident : same).mayBeSame(call, method))
                        .orElse(false) && !brief.getAsBoolean()) {
                    run.doubt(GuardKind.NO_OBSERVER, call, Changes.name(call)
                            + " may tell the time of the file, which is that of the buffer's last write");
                }
            });
        }
    }

    /** Returns whether the method asks a file, its attributes or an address for what may be, or hold, a time. */
    private boolean tellsTime(ExecutableElement method) {
        if (!resolver.isPlatform(method)) {
            return false;
        }
        TypeMirror owner = method.getEnclosingElement().asType();
        if (TIMES.contains(method.getSimpleName().toString()) || ATTRIBUTES.stream().anyMatch(type ->
                resolver.isSubtype(owner, type) || resolver.isSubtype(method.getReturnType(), type))) {
            return true;
        }
        return resolver.isSubtype(owner, "java.net.URLConnection") && namesAddresses()
                && method.getReturnType().getKind() != TypeKind.VOID
                && !OF_CONTENT.contains(method.getSimpleName().toString());
    }

    /** A path that is no constant may be one of the devices that the files in view name; some of these show writes. */
    void devices(Optional<Expression> path) {
        boolean constant = path.isEmpty() || path.flatMap(each -> ConstantPath.of(resolver, each)).isPresent();
        for (CompilationUnit unit : view) {
            unit.findAll(Expression.class).stream()
                    .filter(e -> e.isStringLiteralExpr() || e.isTextBlockLiteralExpr() || e.isBinaryExpr())
                    .forEach(e -> resolver.constant(e).filter(String.class::isInstance).map(String.class::cast)
                            .filter(ConstantPath::isInDeviceFolder).ifPresent(name -> device(e, name, constant)));
        }
    }

    private void device(Expression e, String name, boolean constant) {
        if (!constant) {
            run.doubt(GuardKind.REGULAR_FILE, e, "the path may be this device or kernel file");
        } else if (ConstantPath.normal(name).matches(PROCESS)) {
            run.doubt(run.policy.isOutput() ? GuardKind.NO_OBSERVER : GuardKind.UNCHANGED_INPUT, e,
                    "the kernel shows here what the program reads and writes");
        }
    }

    /** What is not resolved may be the JDK's. */
    private boolean isOfPlatform(Expression call) {
        return resolver.method(call).map(resolver::isPlatform).orElse(true);
    }
}
