package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads from the source how many bytes an I/O call moves where nothing counted them: the constant length of the array
 * or buffer it is given.
 *
 * <p>A variable counts only if every value assigned to it has a known length; the largest is taken. A parameter is what
 * the recorded caller passes; what only other callers give does not count.
 */
public final class CallSizes {
    private static final int MAX_DEPTH = 8;
    /** The size of a text, whose length is not known. */
    private static final long TEXT = 0;
    // methods of ByteBuffer that return it; sliced and limited ones are smaller
    private static final Set<String> RETURN_THIS = Set.of("clear", "flip", "rewind", "duplicate", "order");

    private final Sources sources;
    private final Resolver resolver;

    public CallSizes(Sources sources) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
    }

    /**
     * Returns the size of the call of {@code method} in the innermost frame's line, 0 for a text of unknown length;
     * empty if the source does not tell.
     *
     * @param frames the recorded stack from that call outwards, through which parameters are followed
     * @param method simple name of the called method: {@code write}
     */
    public Optional<Long> at(List<CallSite> frames, String method) {
        return only(frames, method).flatMap(call -> Optional.of(call).filter(each -> each.getArguments().size() == 3)
                .flatMap(each -> length(new Value(each.getArgument(2), new Stack(frames, 0)), 0))
                .or(() -> size(new Value(call.getArgument(0), new Stack(frames, 0)), 0)));
    }

    /** Returns where the arrays are created that the call may be given as its first argument; none if others may be. */
    public List<ArrayCreationExpr> arrays(List<CallSite> frames, String method) {
        List<Value> ends = only(frames, method)
                .map(call -> ends(new Value(call.getArgument(0), new Stack(frames, 0)), 0)).orElse(List.of());
        return !ends.stream().allMatch(end -> end.expression() instanceof ArrayCreationExpr) ? List.of()
                : ends.stream().map(end -> (ArrayCreationExpr) end.expression()).toList();
    }

    /** An expression in the frame in which it is looked at. */
    private record Value(Expression expression, Stack stack) {}

    /** The frame of a value; past the end where it is not known. */
    private record Stack(List<CallSite> frames, int at) {
        static final Stack UNKNOWN = new Stack(List.of(), 0);

        Stack outer() {
            return new Stack(frames, at + 1);
        }
    }

    /** Returns the arguments of the only call of {@code method} in that line; empty where one is no constant. */
    public Optional<List<Long>> constants(CallSite site, String method) {
        return only(List.of(site), method)
                .map(call -> call.getArguments().stream().map(argument -> constant(argument, 0)).toList())
                .filter(all -> all.stream().allMatch(Optional::isPresent))
                .map(all -> all.stream().map(Optional::get).toList());
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

    private static boolean coversLine(MethodCallExpr call, int line) {
        int name = call.getName().getBegin().map(position -> position.line).orElse(0);
        return name == line || call.getBegin().isPresent() && call.getBegin().get().line == line;
    }

    /** Returns the largest size of what the value can be. */
    private Optional<Long> size(Value value, int depth) {
        List<Value> ends = ends(value, depth);
        List<Long> sizes = ends.stream().flatMap(end -> sizeOfEnd(end, depth + 1).stream()).toList();
        return sizes.size() < ends.size() ? Optional.empty() : sizes.stream().max(Long::compare);
    }

    private Optional<Long> sizeOfEnd(Value end, int depth) {
        if (end.expression() instanceof ArrayCreationExpr array && array.getInitializer().isEmpty()) {
            return array.getLevels().get(0).getDimension().flatMap(each -> length(new Value(each, end.stack()), depth));
        }
        if (end.expression() instanceof ArrayCreationExpr array) {
            return array.getInitializer().map(elements -> (long) elements.getValues().size());
        }
        if (end.expression() instanceof ArrayInitializerExpr elements) {
            return Optional.of((long) elements.getValues().size());
        }
        if (!(end.expression() instanceof MethodCallExpr call)) {
            return Optional.empty();
        }
        return switch (resolver.ownerOf(call).orElse("") + '.' + call.getNameAsString()) {
            case "java.lang.String.getBytes" -> Optional.of(call.getScope().filter(Expression::isStringLiteralExpr)
                    .map(text -> (long) ((StringLiteralExpr) text).asString().length()).orElse(TEXT));
            case "java.nio.charset.Charset.encode" -> Optional.of(TEXT);
            case "java.nio.ByteBuffer.allocate", "java.nio.ByteBuffer.allocateDirect" ->
                    constant(call.getArgument(0), depth);
            case "java.nio.ByteBuffer.wrap" -> length(new Value(call.getArgument(2), end.stack()), depth);
            default -> Optional.empty();
        };
    }

    /** Returns the expressions that make what the value is; the value itself where that is not known. */
    private List<Value> ends(Value value, int depth) {
        List<Value> from = depth > MAX_DEPTH ? List.of() : from(value);
        return from.isEmpty() ? List.of(value) : from.stream().flatMap(each -> ends(each, depth + 1).stream()).toList();
    }

    private List<Value> from(Value value) {
        Optional<Value> given = argument(value);
        if (given.isPresent()) {
            return List.of(given.get());
        }
        if (value.expression() instanceof MethodCallExpr call) {
            Optional<MethodDeclaration> own = resolver.calledMethod(call);
            if (own.isPresent()) {
                return in(Stack.UNKNOWN, ValueIndex.of(sources).returned(own.get()));
            }
            String owner = resolver.ownerOf(call).orElse("");
            boolean same = owner.startsWith("java.nio.") && RETURN_THIS.contains(call.getNameAsString())
                    || owner.equals("java.nio.ByteBuffer") && call.getNameAsString().equals("array");
            boolean whole = owner.equals("java.nio.ByteBuffer") && call.getNameAsString().equals("wrap")
                    && call.getArguments().size() == 1;
            return in(value.stack(), same ? call.getScope().stream().toList()
                    : whole ? List.of(call.getArgument(0)) : List.of());
        }
        return in(isLocal(value.expression()) ? value.stack() : Stack.UNKNOWN, values(value.expression()));
    }

    private static List<Value> in(Stack stack, List<Expression> expressions) {
        return expressions.stream().map(each -> new Value(each, stack)).toList();
    }

    /** Returns the length of an array's part: its constant, or that of an array if it is such a length. */
    private Optional<Long> length(Value length, int depth) {
        Optional<Long> constant = constant(length.expression(), depth);
        if (constant.isPresent() || depth > MAX_DEPTH) {
            return constant;
        }
        return length.expression() instanceof FieldAccessExpr access && access.getNameAsString().equals("length")
                ? size(new Value(access.getScope(), length.stack()), depth + 1)
                : argument(length).flatMap(given -> length(given, depth + 1));
    }

    /** Returns what the recorded caller passed for a parameter that is never assigned. */
    private Optional<Value> argument(Value use) {
        Stack stack = use.stack();
        Optional<Parameter> parameter = !use.expression().isNameExpr() || stack.at() + 1 >= stack.frames().size()
                ? Optional.empty()
                : resolver.declarationOf(use.expression()).filter(Parameter.class::isInstance)
                        .map(Parameter.class::cast).filter(each -> !each.isVarArgs()
                                && ValueIndex.of(sources).assignments(each).isEmpty());
        if (parameter.isEmpty() || !(parameter.get().getParentNode().orElseThrow() instanceof MethodDeclaration method)
                || !method.getNameAsString().equals(stack.frames().get(stack.at()).methodName())) {
            return Optional.empty();
        }
        List<MethodCallExpr> calls = calls(stack.frames().get(stack.at() + 1), method.getNameAsString()).stream()
                .filter(call -> call.getArguments().size() == method.getParameters().size()).toList();
        int index = method.getParameters().indexOf(parameter.get());
        return calls.size() == 1
                ? Optional.of(new Value(calls.get(0).getArgument(index), stack.outer())) : Optional.empty();
    }

    /** Returns every value that a variable is given; none if it is no variable or is given values elsewhere. */
    private List<Expression> values(Expression use) {
        boolean own = use instanceof NameExpr
                || use instanceof FieldAccessExpr access && access.getScope().isThisExpr();
        Optional<Node> declaration = own ? resolver.declarationOf(use) : Optional.empty();
        if (declaration.isEmpty() || !(declaration.get() instanceof VariableDeclarator variable)
                || Enclosing.isField(variable) && !isHidden(variable)) {
            return List.of();
        }
        List<Expression> values = new ArrayList<>(variable.getInitializer().stream().toList());
        ValueIndex.of(sources).assignments(variable).forEach(assign -> values.add(assign.getValue()));
        return values;
    }

    private boolean isLocal(Expression use) {
        return use instanceof NameExpr
                && resolver.declarationOf(use).filter(each -> !Enclosing.isField(each)).isPresent();
    }

    private static boolean isHidden(VariableDeclarator field) {
        return field.getParentNode()
                .filter(parent -> parent instanceof com.github.javaparser.ast.body.FieldDeclaration declared
                        && (!declared.isPublic() || declared.isFinal())).isPresent();
    }

    /** Returns the value of a constant, or the largest that a variable is given or a method returns in the sources. */
    Optional<Long> constant(Expression value, int depth) {
        Optional<Object> constant = resolver.constant(value);
        if (constant.isPresent() || depth > MAX_DEPTH) {
            return constant.filter(Number.class::isInstance).map(each -> ((Number) each).longValue());
        }
        List<Expression> passed = ValueIndex.passedOn(value);
        List<Expression> from = !passed.isEmpty() ? passed
                : value instanceof MethodCallExpr call ? resolver.calledMethod(call)
                        .map(ValueIndex.of(sources)::returned).orElse(List.of()) : values(value);
        List<Long> known = from.stream().flatMap(each -> constant(each, depth + 1).stream()).toList();
        return known.size() < from.size() ? Optional.empty() : known.stream().max(Long::compare);
    }
}
