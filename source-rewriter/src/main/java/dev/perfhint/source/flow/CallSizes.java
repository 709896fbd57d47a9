package dev.perfhint.source.flow;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads from the source how many bytes an I/O call moves: the constant length of the array or buffer it is given.
 *
 * <p>A variable counts only if every value assigned to it has a known length; the largest is taken.
 */
public final class CallSizes {
    private static final int MAX_DEPTH = 8;
    private static final Set<String> SIZED_STREAMS =
            Set.of(
            "java.util.zip.GZIPOutputStream",
            "java.util.zip.GZIPInputStream",
            "java.util.zip.DeflaterOutputStream",
            "java.util.zip.InflaterInputStream");

    // methods of ByteBuffer that return it; sliced and limited ones are smaller
    private static final Set<String> RETURN_THIS = Set.of("clear", "flip", "rewind", "duplicate", "order");

    private final Sources sources;

    public CallSizes(Sources sources) {
        this.sources = sources;
    }

    /**
     * Returns the size of the call of {@code method} in that line; empty if the source does not tell.
     *
     * @param method simple name of the called method: {@code write}
     */
    public Optional<CallSize> at(CallSite site, String method) {
        Optional<TypeDeclaration<?>> type = site.line() > 0 ? sources.declaration(site.className()) : Optional.empty();
        if (type.isEmpty()) {
            return Optional.empty();
        }
        List<MethodCallExpr> calls = type.get().findAll(MethodCallExpr.class, call -> call.getNameAsString().equals(method)
                && call.getArguments().isNonEmpty() && coversLine(call, site.line()));
        List<CallSize> sizes = calls.stream().flatMap(call -> sizeOf(call).stream()).distinct().toList();
        return sizes.size() == 1 && calls.size() == 1 ? Optional.of(sizes.get(0)) : Optional.empty();
    }

    /** Returns the buffer size of the compressing stream around a created stream: 512 if its constructor got none. */
    public OptionalLong compressorBuffer(Creation creation) {
        Optional<SourceFile> file = sources.file(creation.file());
        if (file.isEmpty()) {
            return OptionalLong.empty();
        }
        Optional<ObjectCreationExpr> stream = file.get().unit().findFirst(ObjectCreationExpr.class,
                made -> surrounds(made, creation)
                        && Resolver.of(sources).className(made.getType()).filter(SIZED_STREAMS::contains).isPresent());
        if (stream.isEmpty()) {
            return OptionalLong.empty();
        }
        for (Expression argument : stream.get().getArguments().stream().skip(1).toList()) {
            OptionalLong size = constant(argument, 0);
            if (size.isPresent()) {
                return size;
            }
        }
        boolean sized = stream.get().getArguments().size() > 1 && !stream.get().getArgument(1).isBooleanLiteralExpr();
        return sized ? OptionalLong.empty() : OptionalLong.of(512);
    }

    private static boolean surrounds(ObjectCreationExpr made, Creation creation) {
        return made.getRange().filter(range -> range.begin.line <= creation.line() && range.end.line >= creation.line()
                && (range.begin.line < creation.line() || range.begin.column <= creation.column())
                && (range.end.line > creation.line() || range.end.column >= creation.column())).isPresent();
    }

    private static boolean coversLine(MethodCallExpr call, int line) {
        int name = call.getName().getBegin().map(position -> position.line).orElse(0);
        return name == line || call.getBegin().isPresent() && call.getBegin().get().line == line;
    }

    private Optional<CallSize> sizeOf(MethodCallExpr call) {
        if (call.getArguments().size() == 3) {
            OptionalLong length = constant(call.getArgument(2), 0);
            if (length.isPresent()) {
                return Optional.of(new CallSize(length.getAsLong()));
            }
        }
        return sizeOf(call.getArgument(0), 0);
    }

    private Optional<CallSize> sizeOf(Expression value, int depth) {
        if (depth > MAX_DEPTH) {
            return Optional.empty();
        }
        if (value instanceof ArrayCreationExpr array) {
            return array.getInitializer().isPresent()
                    ? sizeOf(array.getInitializer().get(), depth + 1)
                    : array.getLevels().get(0).getDimension().flatMap(length -> boxed(constant(length, depth + 1)));
        }
        if (value instanceof ArrayInitializerExpr elements) {
            return Optional.of(new CallSize(elements.getValues().size()));
        }
        if (value instanceof MethodCallExpr call) {
            return sizeOfCall(call, depth);
        }
        return values(value).flatMap(values -> largest(values, depth + 1));
    }

    private Optional<CallSize> sizeOfCall(MethodCallExpr call, int depth) {
        String name = call.getNameAsString();
        String owner = Resolver.of(sources).ownerOf(call).orElse("");
        if (owner.equals("java.lang.String") && name.equals("getBytes")) {
            return call.getScope().filter(Expression::isStringLiteralExpr)
                    .map(text -> new CallSize(((StringLiteralExpr) text).asString().length()))
                    .or(() -> Optional.of(CallSize.TEXT));
        }
        boolean buffer = owner.equals("java.nio.ByteBuffer");
        if (buffer && (name.equals("allocate") || name.equals("allocateDirect"))) {
            return boxed(constant(call.getArgument(0), depth + 1));
        }
        if (owner.startsWith("java.nio.") && RETURN_THIS.contains(name) && call.getScope().isPresent()) {
            return sizeOf(call.getScope().get(), depth + 1);
        }
        return buffer && name.equals("wrap") && call.getArguments().size() == 1
                ? sizeOf(call.getArgument(0), depth + 1)
                : Optional.empty();
    }

    private Optional<CallSize> largest(List<Expression> values, int depth) {
        CallSize largest = null;
        for (Expression value : values) {
            Optional<CallSize> size = sizeOf(value, depth);
            if (size.isEmpty()) {
                return Optional.empty();
            }
            largest = largest == null || size.get().bytes() > largest.bytes() ? size.get() : largest;
        }
        return Optional.ofNullable(largest);
    }

    /** Returns every value that a variable is given; empty if it is no variable or is given values elsewhere. */
    private Optional<List<Expression>> values(Expression use) {
        boolean own = use instanceof NameExpr
                || use instanceof FieldAccessExpr access && access.getScope().isThisExpr();
        Optional<Node> declaration = own ? Resolver.of(sources).declarationOf(use) : Optional.empty();
        if (declaration.isEmpty() || !(declaration.get() instanceof VariableDeclarator variable)) {
            return Optional.empty();
        }
        if (Enclosing.isField(variable) && !isHidden(variable)) {
            return Optional.empty();
        }
        List<Expression> values = new ArrayList<>(variable.getInitializer().stream().toList());
        ValueIndex.of(sources).assignments(variable).forEach(assign -> values.add(assign.getValue()));
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }

    private static boolean isHidden(VariableDeclarator field) {
        return field.getParentNode()
                .filter(parent -> parent instanceof com.github.javaparser.ast.body.FieldDeclaration declared
                        && (declared.isPrivate() || declared.isFinal()))
                .isPresent();
    }

    private OptionalLong constant(Expression value, int depth) {
        Optional<Object> constant = Resolver.of(sources).constant(value);
        if (constant.isPresent()) {
            return constant.get() instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
        }
        Optional<List<Expression>> values =
                depth > MAX_DEPTH ? Optional.empty() : values(value).filter(list -> list.size() == 1);
        return values.isPresent() ? constant(values.get().get(0), depth + 1) : OptionalLong.empty();
    }

    private static Optional<CallSize> boxed(OptionalLong bytes) {
        return bytes.isPresent() ? Optional.of(new CallSize(bytes.getAsLong())) : Optional.empty();
    }

    /**
     * The size of a call.
     *
     * @param bytes 0 for a text of unknown length
     */
    public record CallSize(long bytes) {
        public static final CallSize TEXT = new CallSize(0);
    }
}
