package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Looks at what code in view starts: threads, processes, and who is told of files. */
final class StartedInView {
    private final TypestateRun run;
    private final Resolver resolver;
    private final StartedCode started;
    /** The code that leads to the stream; what a library is given with it runs before or after it. */
    private final Collection<Node> leading;
    private final List<Expression> daemons = new ArrayList<>();
    private final List<Node> code = new ArrayList<>();
    private final List<Expression> calls = new ArrayList<>();
    private boolean threads;
    private boolean unseen;
    private boolean library;

    private StartedInView(TypestateRun run, StartedCode started, Collection<Node> leading) {
        this.leading = leading;
        this.run = run;
        this.resolver = run.resolver;
        this.started = started;
    }

    /** Raises the doubts that need nothing but the start. */
    static StartedInView of(TypestateRun run, StartedCode started, Collection<CompilationUnit> view,
            Collection<Node> leading) {
        StartedInView all = new StartedInView(run, started, leading);
        view.forEach(all::look);
        run.startsThreads = all.threads;
        return all;
    }

    /** Returns whether threads are started, or may be. */
    boolean threads() {
        return threads;
    }

    /** Returns whether a thread is started whose code is not seen. */
    boolean unseen() {
        return unseen;
    }

    /** Returns whether a library is given code, which it may run in any thread. */
    boolean byLibrary() {
        return library;
    }

    /** Returns the methods, lambdas and references that the threads begin with. */
    List<Node> code() {
        return code;
    }

    /** Returns what leads to the stream, and code out of view may run in any thread, as it is given the object. */
    Set<Node> givenAway(CalledCode called) {
        Set<Node> all = TypestateRun.identitySet();
        leading.stream().filter(MethodDeclaration.class::isInstance).map(MethodDeclaration.class::cast)
                .filter(started::isAskedForOutside)
                .filter(method -> calls.stream().anyMatch(call -> gives(call, method, called))).forEach(all::add);
        return all;
    }

    private boolean gives(Expression call, MethodDeclaration leading, CalledCode called) {
        Optional<ExecutableElement> method = resolver.method(call).filter(it -> !resolver.isPlatform(it)
                && resolver.pathOf(it).filter(called::isInView).isEmpty());
        List<Expression> given = Changes.arguments(call);
        List<? extends VariableElement> parameters = method.map(ExecutableElement::getParameters).orElse(List.of());
        return IntStream.range(0, Math.min(given.size(), parameters.size())).anyMatch(i ->
                mayBe(resolver.type(given.get(i)), leading) && isFor(parameters.get(i).asType(), leading));
    }

    /** Returns whether what is given may be an object of the method's class. */
    private boolean mayBe(Optional<TypeMirror> type, MethodDeclaration leading) {
        TypeMirror own =
                resolver.types().erasure(resolver.method(leading).orElseThrow().getEnclosingElement().asType());
        return type.map(resolver.types()::erasure).filter(it -> resolver.types().isSubtype(it, own)
                || resolver.types().isSubtype(own, it)).isPresent();
    }

    /** Returns whether the method, or what it is in the place of, can be called by the type. */
    private boolean isFor(TypeMirror type, MethodDeclaration leading) {
        return started.meant(leading).stream()
                .map(each -> resolver.types().erasure(each.getEnclosingElement().asType()))
                .anyMatch(home -> resolver.types().isSubtype(resolver.types().erasure(type), home)
                        || resolver.types().isSubtype(home, resolver.types().erasure(type)));
    }

    private void look(CompilationUnit unit) {
        List<Expression> interrupts = new ArrayList<>();
        for (Expression e : unit.findAll(Expression.class)) {
            boolean call = e.isMethodCallExpr() || e.isMethodReferenceExpr() || e.isObjectCreationExpr();
            if (call) {
                calls.add(e);
            }
            Optional<JdkEffect> effect = call ? resolver.method(e).flatMap(run.jdk::effect) : Optional.empty();
            if (effect.filter(StartedCode.STARTS::contains).isPresent()) {
                threads = true;
                if (effect.get() == JdkEffect.RUNS_LIMITED) {
                    interrupts.add(e);
                }
                if (!started.keepsAlive(e)) {
                    daemons.add(e);
                }
                Optional<List<Node>> begun = started.by(e);
                unseen |= begun.isEmpty();
                begun.ifPresent(code::addAll);
            } else if (effect.filter(JdkEffect.DAEMON::equals).isPresent() || effect.isEmpty() && started.isBy(e)) {
                threads |= effect.isEmpty();
                unseen |= effect.isEmpty() && !started.addGiven(e, code);
                if (!started.isOfScreen(e)) {
                    daemons.add(e);
                }
            } else if (effect.filter(JdkEffect.INTERRUPTS::equals).isPresent()) {
                interrupts.add(e);
            } else if (effect.filter(JdkEffect.STARTS::equals).isPresent()) {
                observer(e, " starts a process, which may read the file while bytes are in the buffer");
            } else if (effect.filter(JdkEffect.WATCHES::equals).isPresent()
                    && (run.policy.isOutput() || resolver.ownerOf(e).orElse("").startsWith("jdk.jfr."))) {
                observer(e, " tells of each write, or reads files when it is asked to by others");
            }
            library |= started.isOfLibrary(e) && Changes.arguments(e).stream().noneMatch(leading::contains);
            expectsEnd(e);
        }
        if (threads) {
            interrupts.forEach(e -> interrupts(run, e));
        }
    }

    private void observer(Expression e, String what) {
        run.doubt(run.policy.isOutput() ? GuardKind.NO_OBSERVER : GuardKind.UNCHANGED_INPUT, e, Changes.name(e) + what);
    }

    private void expectsEnd(Expression e) {
        boolean hook = run.policy.isOutput() && (e.isMethodCallExpr() || e.isMethodReferenceExpr())
                && resolver.method(e).map(resolver::key).filter(key -> key.owner().equals("java.lang.Runtime")
                        && key.name().equals("addShutdownHook")).isPresent();
        if (hook) {
            run.doubt(GuardKind.NO_CRASH, e, "the program expects here to be ended from outside");
        }
    }

    /** A file that was opened by way of a channel is closed when its thread is interrupted. */
    static void interrupts(TypestateRun run, Node call) {
        if (run.creations.stream().anyMatch(Expression::isMethodCallExpr)) {
            run.doubt(GuardKind.NO_REUSE, call,
                    Changes.name(call) + " may interrupt the thread, which closes the stream's channel:"
                    + " a buffer meets that later than the raw stream");
        }
    }

    /**
     * A thread that does not keep the program alive may end with bytes in the buffer.
     *
     * @param reached whether what is started in view leads to the stream; else only classes of threads count that do
     */
    void daemons(boolean reached) {
        if (run.policy.isOutput()) {
            daemons.stream().filter(e -> threads && reached || isOfLeadingThread(e))
                    .filter(e -> e.findAll(Expression.class).stream()
                            .noneMatch(each -> resolver.constant(each).filter(Boolean.FALSE::equals).isPresent()))
                    .forEach(e -> run.doubt(GuardKind.NO_CRASH, e,
                            Changes.name(e) + " may let the thread that writes die with the program"));
        }
    }
    /** Returns whether a thread that leads to the stream says of itself that it is a daemon; others may start it. */
    private boolean isOfLeadingThread(Expression e) {
        boolean own = e instanceof MethodCallExpr call && call.getScope().map(Expression::isThisExpr).orElse(true);
        return own && e.findAncestor(TypeDeclaration.class).filter(type -> leading.stream()
                .anyMatch(code -> code.getParentNode().filter(type::equals).isPresent())).isPresent();
    }
}
