package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** Hands the stream to code without source: by the table's effect, or as far as its bytecode proves it harmless. */
final class UnseenTransfer {
    private static final Value OTHER = Value.Untracked.OTHER;

    private final TypestateRun run;

    UnseenTransfer(TypestateRun run) {
        this.run = run;
    }

    /** The stream is given to code without source. */
    Set<Result> given(Node e, ExecutableElement method, CallTransfer.Arguments given, String name) {
        State state = given.state();
        run.captures.escapes(e, given.values(), state);
        Optional<Value.Ref> jdkObject = given.values().stream().filter(state::reaches)
                .filter(Value.Ref.class::isInstance).map(Value.Ref.class::cast)
                .filter(ref -> state.thing(ref.thing()).type().isEmpty()).findFirst();
        long reaching = given.values().stream().filter(state::reaches).count();
        Optional<JdkEffect> effect = run.jdk.effect(method);
        boolean into = effect.filter(it -> it == (run.policy.isOutput() ? JdkEffect.INTO : JdkEffect.FROM)
                || run.policy.isOutput() && it == JdkEffect.READ && method.getSimpleName().contentEquals("transferTo"))
                .isPresent();
        if (effect.filter(JdkEffect.SAME::equals).isPresent() && reaching == 1
                && state.reaches(given.values().get(0))) {
            run.mayThrow(e, state);
            return Set.of(new Result(state, given.values().get(0)));
        }
        if (effect.filter(JdkEffect.WRAPS::equals).isPresent() && reaching == 1 && jdkObject.isPresent()
                && run.policy == StreamPolicy.FILE_INPUT && state.reaches(given.values().get(0))) {
            int id = run.thingAt(e);
            if (isRawFile(given)) {
                run.replaced.add(id);
            }
            String type = run.resolver.className(method.getReturnType()).orElseThrow();
            State fresh = state.heap().containsKey(id) ? state.without(id) : state;
            run.mayThrow(e, state);
            return Set.of(new Result(fresh.with(id, Thing.ofJdk(type, given.values().get(0), false)),
                    new Value.Ref(id)));
        }
        Optional<List<MethodDeclaration>> others = into && e instanceof MethodCallExpr call
                ? run.library.replacements(method, call) : Optional.of(List.of());
        boolean replaced = others.isEmpty() || others.get().stream().anyMatch(each -> each.getBody().isEmpty());
        Optional<String> objection = replaced
                ? Optional.of("the stream is passed to " + name + ", which a class of the sources overrides")
                : reaching != 1 || jdkObject.isEmpty()
                ? Optional.of("the stream, or an object that holds it, is passed to " + name
                        + ", whose code cannot be seen")
                : into ? Optional.empty() : run.library.objection(method, given.values().indexOf(jdkObject.get()), e);
        if (objection.isPresent()) {
            run.calls.doubt(e, objection.get());
            return Set.of(new Result(run.mayThrow(e, state), OTHER));
        }
        if (run.policy.servesPeer() && effect.filter(JdkEffect.READ::equals).isPresent() && mayWait(e)) {
            run.doubt(GuardKind.FLUSH_BEFORE_WAIT, e, name + " may wait for its source between two writes");
        }
        run.note(e, name, into ? "compatible" : "compatible: its bytecode neither casts nor keeps the stream");
        run.given.add(e);
        feeds(e, method, given);
        run.progress.callsBack(e, state.phase().isOpen() ? state.in(Phase.DIRTY) : state);
        Set<Result> out = new LinkedHashSet<>();
        int stream = jdkObject.get().thing();
        boolean reads = into || run.library.effects().contains(JdkEffect.READ);
        Set<State> after = run.policy.isOutput() ? run.stream.write(e, stream, state)
                : run.stream.operate(e, reads ? JdkEffect.READ : JdkEffect.OWN, stream, state, name);
        after.forEach(end -> out.add(new Result(end, OTHER)));
        if (!run.policy.isOutput() && !into && run.library.effects().contains(JdkEffect.CLOSE)) {
            after.forEach(each -> run.stream.operate(e, JdkEffect.CLOSE, stream, each, name)
                    .forEach(end -> out.add(new Result(end, OTHER))));
        }
        others.get().forEach(each -> out.addAll(run.inlining.inline(e, each, given, OTHER)));
        return out;
    }

    /** What else the code is given it may change while it writes; the JDK's methods change what they read from. */
    private void feeds(Node e, ExecutableElement method, CallTransfer.Arguments given) {
        boolean reads = run.jdk.effect(method).filter(JdkEffect.READ::equals).isPresent();
        if (e instanceof MethodCallExpr call && (reads || !run.resolver.isPlatform(method))) {
            call.getScope().filter(scope -> run.resolver.declaredClass(scope).isEmpty())
                    .ifPresent(run.progress::feeds);
        }
        List<Expression> arguments = Changes.arguments(e);
        for (int i = 0; i < arguments.size() && !run.resolver.isPlatform(method); i++) {
            if (!given.state().reaches(given.values().get(i))) {
                run.progress.feeds(arguments.get(i));
            }
        }
    }

    private boolean mayWait(Node transfer) {
        return !(transfer instanceof MethodCallExpr call) || call.getScope()
                .flatMap(source -> ExactClass.of(run.resolver, source)).map(run.resolver::binaryName)
                .filter(Set.of("java.io.ByteArrayInputStream", "java.io.FileInputStream")::contains).isEmpty();
    }

    /** The JDK asks a {@code FileInputStream} for its own channel, and reads from any other stream. */
    private boolean isRawFile(CallTransfer.Arguments given) {
        return given.values().get(0).equals(new Value.Ref(State.BUFFER))
                && !run.creations.stream().allMatch(Expression::isMethodCallExpr);
    }
}
