package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Activation.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Modifier;

/**
 * Finds the call of a functional interface that ran a method reference: recordings leave out the frame of the object
 * that the JVM makes for it, so that no call in the caller's line has the callee's name.
 */
final class FunctionCalls {
    private static final CallSite ANY_CALL = new CallSite("", "", 0);

    private FunctionCalls() {}

    /** Returns the calls of interface methods in the frame's line whose object may be a reference to the callee. */
    static List<Node> at(Sources sources, CallStack stack, int caller, CallSite callee) {
        if (callee.methodName().isEmpty()) {
            return List.of();
        }
        Activation place = stack.place(caller);
        int line = stack.frames().get(caller).line();
        List<Node> calls = StackFrames.calls(stack.body(caller).orElseThrow(), line, ANY_CALL);
        List<Node> known = calls.stream()
                .filter(call -> !references(sources, stack, call, callee, place).isEmpty()).toList();
        return !known.isEmpty() ? known
                : calls.stream().filter(call -> mayRunReference(sources, stack, call, place)).toList();
    }

    /** Returns whether the call's object may be a method reference and is no known function. */
    private static boolean mayRunReference(Sources sources, CallStack stack, Node call, Activation place) {
        Resolver resolver = Resolver.of(sources);
        Optional<Expression> object = StackFrames.receiver(call);
        return object.isPresent()
                && resolver.method(call).map(each -> each.getModifiers().contains(Modifier.ABSTRACT)
                        && each.getEnclosingElement().getKind().isInterface())
                        .orElseGet(() -> object.flatMap(resolver::className).isEmpty())
                && functions(sources, stack, call, place).isEmpty();
    }

    /** Returns how the callee was entered, where the call ran a reference to it. */
    static List<Entry> entries(Sources sources, CallStack stack, Node call, CallSite callee, Activation place) {
        if (!(call instanceof MethodCallExpr run) || run.getNameAsString().equals(callee.methodName())) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>();
        for (Functions.Function function : references(sources, stack, call, callee, place)) {
            MethodReferenceExpr reference = (MethodReferenceExpr) function.expression();
            List<Expression> arguments = run.getArguments();
            if (isObject(sources, reference.getScope())) {
                entries.add(new Entry(place, function.place(), Optional.of(reference.getScope()), arguments,
                        Optional.empty(), true));
            } else if (isInstanceMethod(sources, reference) && !arguments.isEmpty()) {
                entries.add(new Entry(place, Optional.of(arguments.get(0)), arguments.subList(1, arguments.size()),
                        Optional.empty(), true));
            } else {
                entries.add(new Entry(place, Optional.empty(), arguments, Optional.empty(), true));
            }
        }
        return entries;
    }

    /** The parser takes the variable of {@code out::write} for a type. */
    private static boolean isObject(Sources sources, Expression scope) {
        return !scope.isTypeExpr() || Resolver.of(sources).variable(scope).isPresent();
    }

    private static boolean isInstanceMethod(Sources sources, MethodReferenceExpr reference) {
        return !reference.getIdentifier().equals("new") && Resolver.of(sources).method(reference)
                .filter(method -> !method.getModifiers().contains(Modifier.STATIC)).isPresent();
    }

    private static List<Functions.Function> references(
            Sources sources, CallStack stack, Node call, CallSite callee, Activation place) {
        String name = callee.methodName().equals("<init>") ? "new" : callee.methodName();
        return functions(sources, stack, call, place).stream()
                .filter(each -> each.expression() instanceof MethodReferenceExpr reference
                        && reference.getIdentifier().equals(name)).toList();
    }

    private static List<Functions.Function> functions(Sources sources, CallStack stack, Node call, Activation place) {
        return StackFrames.receiver(call)
                .map(scope -> new Functions(sources, stack).of(scope, place)).orElse(List.of());
    }
}
