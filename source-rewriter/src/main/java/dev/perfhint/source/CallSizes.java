package dev.perfhint.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
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
            Set.of("GZIPOutputStream", "GZIPInputStream", "DeflaterOutputStream", "InflaterInputStream");

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
                made -> SIZED_STREAMS.contains(made.getType().getNameAsString()) && surrounds(made, creation));
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
        if (name.equals("getBytes")) {
            return call.getScope().filter(Expression::isStringLiteralExpr)
                    .map(text -> new CallSize(((StringLiteralExpr) text).asString().length()))
                    .or(() -> Optional.of(CallSize.TEXT));
        }
        boolean buffer = call.getScope().map(Expression::toString).filter("ByteBuffer"::equals).isPresent();
        if (buffer && (name.equals("allocate") || name.equals("allocateDirect"))) {
            return boxed(constant(call.getArgument(0), depth + 1));
        }
        if (RETURN_THIS.contains(name) && call.getScope().isPresent()) {
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
        Optional<String> name = use instanceof NameExpr simple
                ? Optional.of(simple.getNameAsString())
                : use instanceof FieldAccessExpr field && field.getScope().isThisExpr()
                        ? Optional.of(field.getNameAsString())
                        : Optional.empty();
        Optional<Node> declaration = name.flatMap(known -> Names.variable(sources, use, known));
        if (declaration.isEmpty() || !(declaration.get() instanceof VariableDeclarator variable)) {
            return Optional.empty();
        }
        boolean field = Names.isField(variable);
        if (field && !isHidden(variable)) {
            return Optional.empty();
        }
        List<Expression> values = new ArrayList<>(variable.getInitializer().stream().toList());
        Optional<Node> scope = field ? Names.enclosingType(variable).map(type -> type) : Names.enclosingBody(variable);
        scope.ifPresent(body -> body.findAll(AssignExpr.class, assign -> assigns(assign, name.get()))
                .forEach(assign -> values.add(assign.getValue())));
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }

    private static boolean isHidden(VariableDeclarator field) {
        return field.getParentNode()
                .filter(parent -> parent instanceof com.github.javaparser.ast.body.FieldDeclaration declared
                        && (declared.isPrivate() || declared.isFinal()))
                .isPresent();
    }

    private static boolean assigns(AssignExpr assign, String name) {
        return assign.getTarget() instanceof NameExpr simple && simple.getNameAsString().equals(name)
                || assign.getTarget() instanceof FieldAccessExpr field && field.getNameAsString().equals(name);
    }

    private OptionalLong constant(Expression value, int depth) {
        if (depth > MAX_DEPTH) {
            return OptionalLong.empty();
        }
        if (value instanceof IntegerLiteralExpr literal) {
            return OptionalLong.of(literal.asNumber().longValue());
        }
        if (value.isEnclosedExpr()) {
            return constant(value.asEnclosedExpr().getInner(), depth + 1);
        }
        if (value instanceof BinaryExpr binary) {
            return binary(binary, depth);
        }
        Optional<List<Expression>> values = values(value).filter(list -> list.size() == 1);
        return values.isPresent() ? constant(values.get().get(0), depth + 1) : OptionalLong.empty();
    }

    private OptionalLong binary(BinaryExpr binary, int depth) {
        OptionalLong left = constant(binary.getLeft(), depth + 1);
        OptionalLong right = constant(binary.getRight(), depth + 1);
        if (left.isEmpty() || right.isEmpty()) {
            return OptionalLong.empty();
        }
        return switch (binary.getOperator()) {
            case MULTIPLY -> OptionalLong.of(left.getAsLong() * right.getAsLong());
            case PLUS -> OptionalLong.of(left.getAsLong() + right.getAsLong());
            case LEFT_SHIFT -> OptionalLong.of(left.getAsLong() << right.getAsLong());
            default -> OptionalLong.empty();
        };
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
