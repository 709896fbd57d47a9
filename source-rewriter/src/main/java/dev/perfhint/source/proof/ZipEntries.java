package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipOutputStream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/** Says which entries of an archive a zip stream may refuse when they end: those whose size was declared. */
final class ZipEntries {
    private static final Set<String> ENTRIES = Set.of("java.util.zip.ZipEntry", "java.util.jar.JarEntry");
    private static final Set<String> DECLARING = Set.of("setSize", "setCompressedSize", "setCrc", "setMethod");

    private ZipEntries() {}

    /** Returns whether the call to a zip stream begins an entry whose size it may check, or changes what it checks. */
    static boolean mayBeRefused(Resolver resolver, MethodCallExpr call, MethodKey method) {
        return switch (method.name()) {
            case "putNextEntry" -> !isPlain(resolver, call.getArgument(0));
            case "setMethod" -> resolver.constant(call.getArgument(0))
                    .filter(Integer.valueOf(ZipOutputStream.DEFLATED)::equals).isEmpty();
            default -> false;
        };
    }

    private static boolean isPlain(Resolver resolver, Expression entry) {
        if (entry instanceof ObjectCreationExpr made) {
            return made.getAnonymousClassBody().isEmpty() && resolver.method(made).map(resolver::key)
                    .filter(key -> ENTRIES.contains(key.owner()) && key.descriptor().equals("(Ljava/lang/String;)V"))
                    .isPresent();
        }
        Optional<VariableElement> variable = entry.isNameExpr() ? resolver.variable(entry) : Optional.empty();
        return variable.filter(v -> v.getKind() == ElementKind.LOCAL_VARIABLE)
                .filter(v -> Assignments.onlyValue(resolver, v).filter(value -> isPlain(resolver, value)).isPresent())
                .filter(v -> resolver.uses(v).stream().allMatch(use -> declaresNothing(resolver, use)))
                .isPresent();
    }

    private static boolean declaresNothing(Resolver resolver, Expression use) {
        Node parent = use.getParentNode().orElseThrow();
        if (Assignments.isTarget(use)) {
            return true;
        }
        if (!(parent instanceof MethodCallExpr call)) {
            return false;
        }
        Optional<MethodKey> method = resolver.method(call).map(resolver::key);
        boolean own = call.getScope().filter(scope -> scope == use).isPresent();
        return own ? !DECLARING.contains(call.getNameAsString())
                : method.filter(key -> key.owner().startsWith("java.util.") && key.name().equals("putNextEntry"))
                        .isPresent();
    }
}
