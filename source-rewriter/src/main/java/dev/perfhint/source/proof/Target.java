package dev.perfhint.source.proof;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.MethodKey;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/** What a created stream is on: devices, descriptors and synchronous opens may not be buffered. */
final class Target {
    private static final Set<String> PLAIN_OPTIONS =
            Set.of("CREATE", "CREATE_NEW", "TRUNCATE_EXISTING", "WRITE", "READ");
    private static final Set<String> STREAMS = Set.of("java.io.FileOutputStream", "java.io.FileInputStream",
            "java.io.PrintStream");
    private static final Set<String> NAMES = Set.of("Ljava/lang/String;", "Ljava/io/File;", "Ljava/nio/file/Path;");

    private final Sources sources;
    private final Resolver resolver;
    private final Doubts doubts;
    private boolean appends;

    private Target(Sources sources, Doubts doubts) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.doubts = doubts;
    }

    /** Returns the expression that names the file, if the stream is on one. */
    static Optional<Expression> path(Expression creation) {
        List<Expression> arguments = arguments(creation);
        return arguments.isEmpty() ? Optional.empty() : Optional.of(arguments.get(0));
    }

    /** Raises doubts about the target; returns whether it is opened for appending. */
    static boolean check(Sources sources, Expression creation, StreamPolicy policy, Doubts doubts) {
        Target target = new Target(sources, doubts);
        Resolver resolver = target.resolver;
        Optional<MethodKey> key = resolver.method(creation).map(resolver::key);
        if (key.isEmpty()) {
            doubts.add(GuardKind.PLAIN_TARGET, creation, "what is opened is " + resolver.reason(creation));
        } else if (creation instanceof ObjectCreationExpr object) {
            target.ofConstructor(object, key.get());
        } else {
            target.ofFactory((MethodCallExpr) creation, key.get(), policy);
        }
        return target.appends;
    }

    private void ofConstructor(ObjectCreationExpr creation, MethodKey key) {
        if (creation.getAnonymousClassBody().isPresent()) {
            doubts.add(GuardKind.NO_ALIAS, creation, "a subclass is created: what it overrides runs at other times");
            return;
        }
        if (!STREAMS.contains(key.owner())) {
            doubts.add(GuardKind.NO_ALIAS, creation, creation.getTypeAsString() + " is not the JDK's class");
            return;
        }
        boolean descriptor = key.descriptor().startsWith("(Ljava/io/FileDescriptor;");
        boolean named = NAMES.stream().anyMatch(name -> key.descriptor().startsWith("(" + name));
        if (descriptor || !named) {
            doubts.add(GuardKind.PLAIN_TARGET, creation, descriptor
                    ? "the stream is made of a file descriptor, which others share"
                    : "what kind of target " + creation.getArgument(0) + " is cannot be seen");
        }
        boolean flag = key.owner().equals("java.io.FileOutputStream") && creation.getArguments().size() > 1;
        appends = flag && resolver.constant(creation.getArgument(1)).filter(Boolean.FALSE::equals).isEmpty();
        boolean charsetName = key.owner().equals("java.io.PrintStream")
                && key.descriptor().endsWith("Ljava/lang/String;)V")
                && creation.getArguments().size() > 1;
        if (charsetName && resolver.constant(creation.getArgument(1)).filter(Target::isKnownCharset).isEmpty()) {
            doubts.add(GuardKind.SAME_ORDER, creation,
                    "PrintStream checks the name of the character set before it opens"
                    + " the file: with a wrong one the file would now be emptied first");
        }
        device(creation.getArgument(0));
    }

    private static boolean isKnownCharset(Object name) {
        return Set.of("UTF-8", "US-ASCII", "ISO-8859-1", "UTF-16").contains(name);
    }

    private void ofFactory(MethodCallExpr creation, MethodKey key, StreamPolicy policy) {
        boolean files = key.owner().equals("java.nio.file.Files")
                && (key.name().equals("newOutputStream") || key.name().equals("newInputStream"));
        if (policy.isFile() && !files) {
            doubts.add(GuardKind.PLAIN_TARGET, creation, "a stream of " + key.owner().replaceFirst(".*\\.", "") + "."
                    + key.name() + "() is not proven: others may use what lies below it");
            return;
        }
        if (files) {
            device(creation.getArgument(0));
            creation.getArguments().stream().skip(1).filter(option -> policy.isOutput() || !isOfInput())
                    .forEach(this::option);
        }
    }

    /** What asks for more than reading is refused by an input; one that reads past the system's cache has sizes. */
    private boolean isOfInput() {
        return sources.javaFiles(text -> text.contains("ExtendedOpenOption")).filter(List::isEmpty).isPresent();
    }

    private void device(Expression path) {
        ConstantPath.of(resolver, path).filter(ConstantPath::isDevice)
                .ifPresent(name -> doubts.add(GuardKind.PLAIN_TARGET, path,
                name + " is a device or kernel file: each write is an operation of its own"));
    }

    private void option(Expression option) {
        Optional<VariableElement> named = resolver.variable(option);
        boolean standard = named.filter(v -> v.getKind() == ElementKind.ENUM_CONSTANT)
                .filter(v -> resolver.className(v.getEnclosingElement().asType())
                        .filter("java.nio.file.StandardOpenOption"::equals).isPresent()).isPresent();
        String name = named.map(v -> v.getSimpleName().toString()).orElse(option.toString());
        if (standard && name.equals("APPEND")) {
            appends = true;
        } else if (!standard || !PLAIN_OPTIONS.contains(name)) {
            doubts.add(GuardKind.PLAIN_TARGET, option, "open option " + name + " asks for more than plain writes");
        }
    }

    private static List<Expression> arguments(Expression creation) {
        return creation instanceof ObjectCreationExpr o ? o.getArguments()
                : creation instanceof MethodCallExpr m ? m.getArguments() : List.of();
    }
}
