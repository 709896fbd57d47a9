package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides whether code calls only what neither prints, reads, waits nor ends the program: the JDK's value classes and
 * collections, and methods of the user that call nothing else.
 */
public record QuietCalls(Sources sources, Set<Node> entered) {
    private static final List<String> PACKAGES =
            List.of("java.lang.", "java.util.", "java.math.", "java.text.", "java.time.");
    private static final List<String> NOT = List.of(
            "java.lang.Thread", "java.lang.Runtime", "java.lang.Process", "java.lang.System", "java.lang.Object",
            "java.lang.Runnable", "java.lang.Iterable", "java.lang.AutoCloseable", "java.lang.reflect",
            "java.lang.invoke",
            "java.util.Scanner", "java.util.Timer", "java.util.concurrent", "java.util.logging", "java.util.zip",
            "java.util.jar", "java.util.function", "java.util.prefs", "java.util.Formatter", "java.util.ServiceLoader");
    private static final Set<String> CHECKSUMS =
            Set.of("java.util.zip.CRC32", "java.util.zip.CRC32C", "java.util.zip.Adler32");
    private static final Set<String> OF_SYSTEM =
            Set.of("nanoTime", "currentTimeMillis", "lineSeparator", "identityHashCode", "arraycopy");

    public QuietCalls(Sources sources) {
        // by identity: equal nodes are those with equal text
        this(sources, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    /** Looks at all calls in the code but those that are allowed anyway. */
    public boolean allIn(Node code, Predicate<MethodCallExpr> allowed) {
        boolean other = !code.findAll(Node.class, node -> node instanceof SynchronizedStmt
                        || node instanceof MethodReferenceExpr).isEmpty();
        return !other
                && code.findAll(ObjectCreationExpr.class).stream().allMatch(this::isQuiet)
                && code.findAll(MethodCallExpr.class).stream().allMatch(call -> allowed.test(call) || isQuiet(call));
    }

    private boolean isQuiet(ObjectCreationExpr creation) {
        return creation.getAnonymousClassBody().isEmpty()
                && Resolver.of(sources).className(creation.getType()).filter(this::isQuietType).isPresent();
    }

    /** Returns whether the call itself is quiet; its arguments are not looked at. */
    public boolean isQuiet(MethodCallExpr call) {
        Optional<String> owner = Resolver.of(sources).ownerOf(call);
        if (owner.isEmpty()) {
            return false;
        }
        if (owner.get().equals("java.lang.System")) {
            return OF_SYSTEM.contains(call.getNameAsString());
        }
        return isQuietType(owner.get()) || isQuietMethod(call);
    }

    private boolean isQuietType(String type) {
        return Resolver.of(sources).classNamed(type).filter(Resolver.of(sources)::isPlatform).isPresent()
                && PACKAGES.stream().anyMatch(type::startsWith)
                && (CHECKSUMS.contains(type) || NOT.stream().noneMatch(type::startsWith));
    }

    /** A method of the user that no subclass can replace and that calls only quiet code itself. */
    private boolean isQuietMethod(MethodCallExpr call) {
        return Resolver.of(sources).calledMethod(call)
                .filter(method -> method.getBody().isPresent()
                        && (method.isStatic() || method.isPrivate() || method.isFinal() || isFinal(method))
                        && (!entered.add(method) || allIn(method.getBody().get(), each -> false))).isPresent();
    }

    private static boolean isFinal(MethodDeclaration method) {
        return method.getParentNode()
                .filter(parent -> parent instanceof RecordDeclaration
                        || parent instanceof ClassOrInterfaceDeclaration type && type.isFinal()).isPresent();
    }
}
