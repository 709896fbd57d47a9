package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/**
 * Reads from the source how many bytes an I/O call moves: the constant length of the array or buffer it is given.
 *
 * <p>A variable counts only if every value assigned to it has a known length; the largest is taken. What only callers
 * outside the sources can give does not count.
 */
public final class CallSizes {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_CALLS = 8;
    private static final long NEVER_GIVEN = -1;
    /** A buffer with no more room makes small calls whatever it holds; what a larger one holds is not known. */
    private static final long SMALL_ROOM_BYTES = 512;

    // methods of ByteBuffer that return it; sliced and limited ones are smaller
    private static final Set<String> RETURN_THIS = Set.of("clear", "flip", "rewind", "duplicate", "order");

    private final Sources sources;
    /** The arrays that the last question led to. */
    private final List<ArrayCreationExpr> arrays = new ArrayList<>();
    /** Whether callers outside the sources may give another size than that which the last question led to. */
    private boolean open;

    public CallSizes(Sources sources) {
        this.sources = sources;
    }

    /**
     * Returns the size of the call of {@code method} in that line; empty if the source does not tell.
     *
     * @param method simple name of the called method: {@code write}
     */
    public Optional<CallSize> at(CallSite site, String method) {
        return at(List.of(site), method);
    }

    /**
     * Returns the size of the call of {@code method} in the innermost frame's line; empty if the source does not tell.
     *
     * @param frames the recorded stack from that call outwards, through which parameters are followed
     */
    public Optional<CallSize> at(List<CallSite> frames, String method) {
        open = false;
        return only(frames, method).flatMap(call -> sizeOf(call, new Stack(frames, 0)))
                .map(known -> new CallSize(known.bytes(), open));
    }

    /**
     * Returns where the arrays are created that the call may be given as its first argument; none where one is unknown
     * or its size is no constant.
     */
    public List<ArrayCreationExpr> arrays(List<CallSite> frames, String method) {
        arrays.clear();
        return only(frames, method).flatMap(call -> sizeOf(call.getArgument(0), new Stack(frames, 0), 0)).isPresent()
                ? List.copyOf(arrays) : List.of();
    }

    private Optional<MethodCallExpr> only(List<CallSite> frames, String method) {
        List<MethodCallExpr> calls = calls(frames.get(0), method).stream()
                .filter(call -> call.getArguments().isNonEmpty()).toList();
        return calls.size() == 1 ? Optional.of(calls.get(0)) : Optional.empty();
    }

    private List<MethodCallExpr> calls(CallSite site, String method) {
        Optional<TypeDeclaration<?>> type = site.line() > 0 ? sources.declaration(site.className()) : Optional.empty();
        return type.map(found -> found.findAll(MethodCallExpr.class,
                        call -> call.getNameAsString().equals(method) && coversLine(call, site.line())))
                .orElse(List.of());
    }

    /** The frame in which a value is looked at; past the end where it is not known. */
    private record Stack(List<CallSite> frames, int at) {
        static final Stack UNKNOWN = new Stack(List.of(), 0);

        Stack outer() {
            return new Stack(frames, at + 1);
        }
    }

    private static boolean coversLine(MethodCallExpr call, int line) {
        int name = call.getName().getBegin().map(position -> position.line).orElse(0);
        return name == line || call.getBegin().isPresent() && call.getBegin().get().line == line;
    }

    private Optional<CallSize> sizeOf(MethodCallExpr call, Stack stack) {
        if (call.getArguments().size() == 3) {
            Optional<CallSize> length = sizeOfRange(call.getArgument(2), stack, 0);
            if (length.isPresent()) {
                return length;
            }
        }
        if (call.getNameAsString().equals("write") && isBuffer(call.getArgument(0))
                && call.getArgument(0).isNameExpr()) {
            return BufferFill.before(sources, call).flatMap(puts -> sum(puts, stack))
                    .or(() -> sizeOf(call.getArgument(0), stack, 0).filter(room -> room.bytes() <= SMALL_ROOM_BYTES));
        }
        return sizeOf(call.getArgument(0), stack, 0);
    }

    private boolean isBuffer(Expression argument) {
        return Resolver.of(sources).isSubtype(argument, "java.nio.ByteBuffer");
    }

    /** Returns what the calls that fill a buffer put into it, at most. */
    private Optional<CallSize> sum(List<MethodCallExpr> puts, Stack stack) {
        long sum = 0;
        for (MethodCallExpr put : puts) {
            OptionalInt fixed = BufferFill.bytes(Resolver.of(sources), put);
            Optional<CallSize> size = fixed.isPresent()
                    ? Optional.of(new CallSize(fixed.getAsInt()))
                    : put.getArguments().size() == 3
                            ? sizeOfRange(put.getArgument(2), stack, 0) : sizeOf(put.getArgument(0), stack, 0);
            if (size.isEmpty() || size.get().bytes() == 0) {
                return size;
            }
            sum += size.get().bytes();
        }
        return sum == 0 ? Optional.empty() : Optional.of(new CallSize(sum));
    }

    /** Returns the size of an array's part: its constant length, or that of an array if it is such a length. */
    private Optional<CallSize> sizeOfRange(Expression length, Stack stack, int depth) {
        OptionalLong constant = constant(length, 0);
        if (constant.isPresent()) {
            return Optional.of(new CallSize(constant.getAsLong()));
        }
        Optional<Expression> array = lengthOf(length);
        if (array.isPresent()) {
            return sizeOf(array.get(), stack, depth + 1);
        }
        Optional<Argument> given = depth > MAX_DEPTH ? Optional.empty() : argument(length, stack);
        return given.flatMap(passed -> sizeOfRange(passed.value(), passed.stack(), depth + 1));
    }

    /** Returns the array whose {@code length} the expression is. */
    private static Optional<Expression> lengthOf(Expression value) {
        return value instanceof FieldAccessExpr access && access.getNameAsString().equals("length")
                ? Optional.of(access.getScope()) : Optional.empty();
    }

    private record Argument(Expression value, Stack stack) {}

    /** Returns what the recorded caller passed for a parameter that is never assigned. */
    private Optional<Argument> argument(Expression use, Stack stack) {
        Optional<Parameter> parameter = given(use, stack);
        if (parameter.isEmpty()) {
            return Optional.empty();
        }
        MethodDeclaration method = (MethodDeclaration) parameter.get().getParentNode().orElseThrow();
        int index = method.getParameters().indexOf(parameter.get());
        List<MethodCallExpr> calls = callers(method, stack).stream()
                .filter(call -> call.getArguments().size() == method.getParameters().size()).toList();
        return calls.size() == 1
                ? Optional.of(new Argument(calls.get(0).getArgument(index), stack.outer())) : Optional.empty();
    }

    /** Returns the parameter of the frame's method that is meant, if it is never assigned and the caller is known. */
    private Optional<Parameter> given(Expression use, Stack stack) {
        return stack.at() + 1 < stack.frames().size()
                ? parameter(use).filter(each -> each.getParentNode().orElseThrow() instanceof MethodDeclaration method
                        && method.getNameAsString().equals(stack.frames().get(stack.at()).methodName()))
                : Optional.empty();
    }

    /** Returns the parameter that is named, if it is never assigned. */
    private Optional<Parameter> parameter(Expression use) {
        return Optional.of(use).filter(NameExpr.class::isInstance).flatMap(Resolver.of(sources)::declarationOf)
                .filter(Parameter.class::isInstance).map(Parameter.class::cast)
                .filter(each -> ValueIndex.of(sources).assignments(each).isEmpty());
    }

    private List<MethodCallExpr> callers(MethodDeclaration method, Stack stack) {
        return calls(stack.frames().get(stack.at() + 1), method.getNameAsString());
    }

    private Optional<CallSize> sizeOf(Expression value, Stack stack, int depth) {
        if (depth > MAX_DEPTH) {
            return Optional.empty();
        }
        Optional<CallSize> spread = spread(value, stack);
        if (spread.isPresent()) {
            return spread;
        }
        Optional<Argument> given = argument(value, stack);
        if (given.isPresent()) {
            return sizeOf(given.get().value(), given.get().stack(), depth + 1);
        }
        if (value instanceof ArrayCreationExpr array) {
            arrays.add(array);
            return array.getInitializer().isPresent()
                    ? sizeOf(array.getInitializer().get(), stack, depth + 1)
                    : array.getLevels().get(0).getDimension().flatMap(length -> boxed(constant(length, depth + 1))
                            .or(() -> sum(length, stack, depth + 1)));
        }
        if (value instanceof ArrayInitializerExpr elements) {
            return Optional.of(new CallSize(elements.getValues().size()));
        }
        if (value instanceof MethodCallExpr call) {
            return sizeOfCall(call, stack, depth);
        }
        return values(value).flatMap(values -> largest(values, isLocal(value) ? stack : Stack.UNKNOWN, depth + 1));
    }

    /** Returns how many bytes the recorded caller gave one by one for a parameter {@code byte...}. */
    private Optional<CallSize> spread(Expression use, Stack stack) {
        Optional<MethodDeclaration> method = given(use, stack).filter(Parameter::isVarArgs)
                .flatMap(Parameter::getParentNode).map(MethodDeclaration.class::cast);
        if (method.isEmpty()) {
            return Optional.empty();
        }
        int fixed = method.get().getParameters().size() - 1;
        List<MethodCallExpr> calls = callers(method.get(), stack).stream()
                .filter(call -> call.getArguments().size() >= fixed).toList();
        return calls.size() == 1 && calls.get(0).getArguments().stream().skip(fixed)
                .allMatch(each -> Resolver.of(sources).type(each).filter(type -> type.getKind().isPrimitive())
                        .isPresent())
                ? Optional.of(new CallSize(calls.get(0).getArguments().size() - fixed)).filter(it -> it.bytes() > 0)
                : Optional.empty();
    }

    /** Returns the size of an array that has room for another one and some bytes more. */
    private Optional<CallSize> sum(Expression length, Stack stack, int depth) {
        if (length instanceof BinaryExpr sum && sum.getOperator() == BinaryExpr.Operator.PLUS) {
            Optional<CallSize> left = sizeOfRange(sum.getLeft(), stack, depth);
            Optional<CallSize> right = sizeOfRange(sum.getRight(), stack, depth);
            boolean text = left.isPresent() && left.get().bytes() == 0
                    || right.isPresent() && right.get().bytes() == 0;
            return left.isEmpty() || right.isEmpty() ? Optional.empty()
                    : Optional.of(text ? CallSize.TEXT : new CallSize(left.get().bytes() + right.get().bytes()));
        }
        return lengthOf(length).flatMap(array -> sizeOf(array, stack, depth + 1));
    }

    private Optional<CallSize> sizeOfCall(MethodCallExpr call, Stack stack, int depth) {
        String name = call.getNameAsString();
        Optional<MethodDeclaration> own = Resolver.of(sources).calledMethod(call);
        if (own.isPresent()) {
            List<Expression> returned = ValueIndex.of(sources).returned(own.get());
            return returned.isEmpty() ? Optional.empty() : largest(returned, Stack.UNKNOWN, depth + 1);
        }
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
        if (owner.equals("java.nio.charset.Charset") && name.equals("encode")) {
            return Optional.of(CallSize.TEXT);
        }
        if (owner.startsWith("java.nio.") && (RETURN_THIS.contains(name) || buffer && name.equals("array"))
                && call.getScope().isPresent()) {
            return sizeOf(call.getScope().get(), stack, depth + 1);
        }
        if (!buffer || !name.equals("wrap")) {
            return Optional.empty();
        }
        return call.getArguments().size() == 1
                ? sizeOf(call.getArgument(0), stack, depth + 1)
                : sizeOfRange(call.getArgument(2), stack, depth + 1);
    }

    private Optional<CallSize> largest(List<Expression> values, Stack stack, int depth) {
        CallSize largest = null;
        for (Expression value : values) {
            Optional<CallSize> size = sizeOf(value, stack, depth);
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

    private boolean isLocal(Expression use) {
        return use instanceof NameExpr
                && Resolver.of(sources).declarationOf(use).filter(each -> !Enclosing.isField(each)).isPresent();
    }

    private static boolean isHidden(VariableDeclarator field) {
        return field.getParentNode()
                .filter(parent -> parent instanceof com.github.javaparser.ast.body.FieldDeclaration declared
                        && (!declared.isPublic() || declared.isFinal())).isPresent();
    }

    /** Returns the value of a constant, or the largest that a variable is given in the sources. */
    OptionalLong constant(Expression value, int depth) {
        boolean before = open;
        OptionalLong known = largestConstant(value, depth);
        if (known.isPresent() && known.getAsLong() != NEVER_GIVEN) {
            return known;
        }
        open = before;
        return OptionalLong.empty();
    }

    private OptionalLong largestConstant(Expression value, int depth) {
        Optional<Object> constant = Resolver.of(sources).constant(value);
        if (constant.isPresent()) {
            return constant.get() instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
        }
        Optional<List<Expression>> values =
                depth > MAX_DEPTH ? Optional.empty()
                        : Optional.of(ValueIndex.passedOn(value)).filter(passed -> !passed.isEmpty())
                                .or(() -> values(value)).or(() -> arguments(value));
        long largest = NEVER_GIVEN;
        for (Expression each : values.orElse(List.of())) {
            OptionalLong known = largestConstant(each, depth + 1);
            if (known.isEmpty()) {
                return known;
            }
            largest = Math.max(largest, known.getAsLong());
        }
        return values.isPresent() ? OptionalLong.of(largest) : OptionalLong.empty();
    }

    /**
     * Returns what a parameter is given in all sources, or a method returns; nothing where nobody calls, empty if that
     * is not known.
     */
    private Optional<List<Expression>> arguments(Expression use) {
        if (use instanceof MethodCallExpr call) {
            return Resolver.of(sources).calledMethod(call).map(ValueIndex.of(sources)::returned)
                    .filter(returned -> !returned.isEmpty());
        }
        Optional<Parameter> parameter = parameter(use);
        Optional<ExecutableElement> method = parameter.flatMap(Parameter::getParentNode)
                .filter(CallableDeclaration.class::isInstance).flatMap(Resolver.of(sources)::method);
        if (method.isEmpty()) {
            return Optional.empty();
        }
        open = true;
        int index = ((CallableDeclaration<?>) parameter.get().getParentNode().get()).getParameters()
                .indexOf(parameter.get());
        return Callers.of(sources).of(method.get())
                .filter(calls -> calls.size() <= MAX_CALLS
                        && calls.stream().allMatch(call -> call instanceof NodeWithArguments<?> given
                                && index < given.getArguments().size()))
                .map(calls -> calls.stream().map(call -> ((NodeWithArguments<?>) call).getArgument(index)).toList());
    }

    private static Optional<CallSize> boxed(OptionalLong bytes) {
        return bytes.isPresent() ? Optional.of(new CallSize(bytes.getAsLong())) : Optional.empty();
    }

    /**
     * The size of a call.
     *
     * @param bytes 0 for a text of unknown length
     * @param open whether callers outside the sources may give another size
     */
    public record CallSize(long bytes, boolean open) {
        public static final CallSize TEXT = new CallSize(0);

        private CallSize(long bytes) {
            this(bytes, false);
        }
    }
}
