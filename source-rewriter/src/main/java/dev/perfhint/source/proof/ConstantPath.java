package dev.perfhint.source.proof;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.VariableElement;

/** Computes paths that the code names by constants, normalised; two plain ones that end differently are two files. */
final class ConstantPath {
    private static final int MAX_DEPTH = 8;
    /** A name that does not end in a dot or a blank, which some file systems drop. */
    private static final String NAME = "(\\.|[\\w@=+,()!{}\\[\\] .-]*[\\w@=+,()!{}\\[\\]-])";
    private static final Pattern PLAIN = Pattern.compile("/*(" + NAME + "/+)*" + NAME + "?");
    private static final Set<String> SAME_FILE = Set.of("toPath", "toFile", "getAbsoluteFile", "toAbsolutePath");

    private ConstantPath() {}

    static Optional<String> of(Resolver resolver, Expression path) {
        return text(resolver, path, 0).map(ConstantPath::normal);
    }

    /**
     * Returns the path if nothing but a link makes it another's: it names no drive, no home, no folder above, and has
     * no letters that file systems or addresses fold, shorten or decode.
     */
    static Optional<String> plain(Resolver resolver, Expression path) {
        return text(resolver, path, 0).filter(PLAIN.asMatchPredicate()).map(ConstantPath::normal);
    }

    /** Returns whether the path names a device, a pipe or a kernel file. */
    static boolean isDevice(String path) {
        return isInDeviceFolder(path)
                || path.matches("(?i)((.*/)?(con|prn|aux|nul|com\\d|lpt\\d):?|//[.?]/.*)");
    }

    /** Returns whether the path stands below a folder of devices or kernel files. */
    static boolean isInDeviceFolder(String path) {
        return normal(path).matches("(/|(\\.\\./)+)(dev|proc|sys)(/.*)?");
    }

    static String normal(String path) {
        String text = path.replaceFirst("^file:/*", "/").replace('\\', '/');
        try {
            return Path.of(text).normalize().toString();
        } catch (InvalidPathException odd) {
            return text;
        }
    }

    /** Returns what stands behind the last separator. */
    static String lastName(String path) {
        String text = normal(path);
        return text.substring(text.lastIndexOf('/') + 1);
    }

    /** Returns whether of two plain paths the second may name the first's file, or a directory that holds it. */
    static boolean mayBeSame(String file, String other) {
        Path first = Path.of(file.toLowerCase(Locale.ROOT));
        Path second = Path.of(other.toLowerCase(Locale.ROOT));
        // a relative path is one in a directory that is not known
        return other.isEmpty() || file.isEmpty() || first.startsWith(second)
                || first.isAbsolute() != second.isAbsolute()
                || first.getFileName() == null || first.getFileName().equals(second.getFileName());
    }

    /** Returns whether the file may be the resource, bundle or class of that name, to which an ending is added. */
    static boolean mayBeLoaded(String file, String resource) {
        String name = withoutEnding(lastName(file)).toLowerCase(Locale.ROOT);
        String asked = lastName(resource).toLowerCase(Locale.ROOT);
        // a class and a bundle are named with their package, the file of a bundle with a language
        return Stream.of(withoutEnding(asked), asked.substring(asked.lastIndexOf('.') + 1))
                .anyMatch(each -> name.equals(each) || name.startsWith(each + "_"));
    }

    private static String withoutEnding(String name) {
        return name.replaceFirst("\\.[^.]*$", "");
    }

    private static Optional<String> text(Resolver resolver, Expression e, int depth) {
        if (depth > MAX_DEPTH) {
            return Optional.empty();
        }
        Optional<String> constant = resolver.constant(e).filter(String.class::isInstance).map(String.class::cast);
        if (constant.isPresent()) {
            return constant;
        }
        if (e.isEnclosedExpr()) {
            return text(resolver, e.asEnclosedExpr().getInner(), depth + 1);
        }
        if (e instanceof ObjectCreationExpr made) {
            boolean file = made.getAnonymousClassBody().isEmpty()
                    && resolver.className(made).filter("java.io.File"::equals).isPresent();
            return file ? joined(resolver, made.getArguments(), depth, true) : Optional.empty();
        }
        if (e instanceof MethodCallExpr call) {
            return call(resolver, call, depth);
        }
        Optional<VariableElement> variable = e.isNameExpr() || e.isFieldAccessExpr() ? resolver.variable(e)
                : Optional.empty();
        return variable.flatMap(v -> Assignments.onlyValue(resolver, v))
                .flatMap(value -> text(resolver, value, depth + 1));
    }

    private static Optional<String> call(Resolver resolver, MethodCallExpr call, int depth) {
        String owner = resolver.method(call).map(method -> resolver.key(method).owner()).orElse("");
        boolean path = owner.equals("java.nio.file.Path") || owner.equals("java.nio.file.Paths")
                || owner.equals("java.io.File");
        String name = call.getNameAsString();
        if (path && (name.equals("of") || name.equals("get"))) {
            return joined(resolver, call.getArguments(), depth, false);
        }
        if (path && SAME_FILE.contains(name) && call.getScope().isPresent()) {
            return text(resolver, call.getScope().get(), depth + 1);
        }
        if (path && name.equals("resolve") && call.getScope().isPresent() && call.getArguments().size() == 1) {
            Optional<String> last = text(resolver, call.getArgument(0), depth + 1);
            if (last.filter(text -> text.startsWith("/")).isPresent()) {
                return last;
            }
            return joined(resolver, List.of(call.getScope().get(), call.getArgument(0)), depth, false);
        }
        return Optional.empty();
    }

    /** An empty path is the working directory, an empty {@code File} the root of what is in it. */
    private static Optional<String> joined(Resolver resolver, List<Expression> parts, int depth, boolean file) {
        StringJoiner all = new StringJoiner("/");
        for (Expression part : parts) {
            Optional<String> text = text(resolver, part, depth + 1);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            if (file || !text.get().isEmpty()) {
                all.add(text.get());
            }
        }
        return Optional.of(all.toString());
    }
}
