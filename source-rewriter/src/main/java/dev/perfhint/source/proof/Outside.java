package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.jdk.JdkReach;
import dev.perfhint.source.resolve.Resolver;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Says which calls of the JDK change nothing outside of the program: an allow-list of effects and packages. All others
 * may be noticed by whoever looks at files, listens, or runs in another thread.
 */
final class Outside {
    private static final Set<JdkEffect> INWARD = EnumSet.of(JdkEffect.QUIET, JdkEffect.OWN, JdkEffect.SAME,
            JdkEffect.NAMES, JdkEffect.LOOKS, JdkEffect.OPENS_READ, JdkEffect.LOADS, JdkEffect.CLOCK, JdkEffect.READ,
            JdkEffect.FROM, JdkEffect.POSITION, JdkEffect.RAW, JdkEffect.EXITS);
    private static final Set<JdkEffect> WRITING = EnumSet.of(JdkEffect.WRITE, JdkEffect.LINE, JdkEffect.FLUSH,
            JdkEffect.CLOSE, JdkEffect.INTO);
    private static final Set<JdkReach> OWN = EnumSet.of(JdkReach.VALUE, JdkReach.HANDLE);
    private static final Set<String> PIPES = Set.of("PipedInputStream", "PipedReader", "Pipe");
    private static final Set<String> SETTING = Set.of("setDefault", "notify", "notifyAll", "forName", "newInstance",
            "clean", "enqueue");
    private static final String CONCURRENT = "java.util.concurrent";
    private static final Set<String> INPUTS = Set.of("java.io.InputStream", "java.io.Reader", "java.util.Scanner",
            "java.util.stream.BaseStream", "java.nio.file.DirectoryStream", "java.util.zip.ZipFile",
            "java.io.RandomAccessFile");
    private static final Set<String> MEMORY = Set.of("java.io.ByteArrayOutputStream", "java.io.StringWriter",
            "java.io.CharArrayWriter", "java.lang.StringBuilder", "java.lang.StringBuffer", "java.util.StringJoiner");

    private final TypestateRun run;
    private final Resolver resolver;
    private final ObjectRoots roots;
    /** Whether threads are joined by pipes in view, so that who is read from goes on. */
    private final boolean pipes;
    /** Whether files are mapped in view, so that a buffer may be one. */
    private final boolean maps;

    Outside(TypestateRun run, ObjectRoots roots, ViewNames names) {
        this.run = run;
        this.pipes = PIPES.stream().anyMatch(name -> names.named(name).findAny().isPresent());
        this.maps = names.calls("map").anyMatch(call -> run.resolver.ownerOf(call)
                .map("java.nio.channels.FileChannel"::equals).orElse(true));
        this.resolver = run.resolver;
        this.roots = roots;
    }

    /** Returns whether the call of a JDK method leaves everything outside as it is. */
    boolean isSpared(Node call, ExecutableElement method) {
        TypeElement type = (TypeElement) method.getEnclosingElement();
        String owner = resolver.binaryName(type);
        String home = resolver.elements().getPackageOf(type).getQualifiedName().toString();
        Optional<JdkEffect> effect = run.jdk.effect(method);
        boolean mapped = resolver.isSubtype(type.asType(), "java.nio.Buffer") && !run.jdk.asks(method)
                && (maps || owner.equals("java.nio.MappedByteBuffer"));
        if (mapped || SETTING.contains(method.getSimpleName().toString())) {
            return false;
        }
        if (home.startsWith(CONCURRENT)) {
            return run.jdk.asks(method) || method.getKind() == ElementKind.CONSTRUCTOR
                    || object(call).filter(e -> roots.of(e).areOwn()).isPresent();
        }
        if (effect.isPresent()) {
            return INWARD.contains(effect.get()) && !home.startsWith("java.net")
                    && !(pipes && effect.get() == JdkEffect.READ) || effect.get() == JdkEffect.QUIET
                    || WRITING.contains(effect.get()) && isToMemory(call, effect.get())
                    || effect.get() == JdkEffect.WAITS && !home.equals("java.net");
        }
        boolean own = OWN.contains(run.jdk.reach(owner));
        if (method.getKind() == ElementKind.CONSTRUCTOR) {
            return own || home.equals("java.io");
        }
        return own && (!owner.equals("java.lang.Thread") || run.jdk.asks(method));
    }

    /** Returns whether closing an object of the JDK's type tells nobody. */
    boolean isSpared(TypeMirror type, Expression resource) {
        Optional<Expression> value = StatementTransfer.declared(resource).map(v -> v.getInitializer().orElse(resource));
        return INPUTS.stream().anyMatch(name -> resolver.isSubtype(type, name)) || isMemory(value.orElse(resource), 0);
    }

    private static Optional<Expression> object(Node call) {
        return call instanceof MethodCallExpr m ? m.getScope()
                : call instanceof MethodReferenceExpr r ? Optional.of(r.getScope()) : Optional.empty();
    }

    /** What is read may be closed, and what is written may go to memory that is gone with the code. */
    private boolean isToMemory(Node call, JdkEffect effect) {
        Optional<Expression> target = effect == JdkEffect.INTO
                ? Changes.arguments(call).stream().findFirst() : object(call);
        boolean input = effect == JdkEffect.CLOSE && target.filter(this::isInput).isPresent();
        return input || target.filter(e -> isMemory(e, 0)).isPresent();
    }

    private boolean isInput(Expression e) {
        return INPUTS.stream().anyMatch(name -> resolver.isSubtype(e, name));
    }

    private boolean isMemory(Expression e, int depth) {
        if (resolver.className(e).filter(MEMORY::contains).isPresent()) {
            return true;
        }
        if (e instanceof ObjectCreationExpr made && made.getAnonymousClassBody().isEmpty()) {
            return resolver.className(made).filter(JdkMethods::wrapsOutput).isPresent()
                    && !made.getArguments().isEmpty() && isMemory(made.getArgument(0), depth + 1);
        }
        Optional<VariableElement> variable = depth > 4 ? Optional.empty() : resolver.variable(e);
        return variable.flatMap(v -> Assignments.onlyValue(resolver, v)).filter(value -> isMemory(value, depth + 1))
                .isPresent();
    }
}
