package dev.perfhint.source.safe;

import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;

/** Sentence 1: the file is opened plainly, by name, without options that ask for more than reading or writing it. */
final class Opening {
    private static final Set<String> STREAMS = Set.of("java.io.FileOutputStream", "java.io.FileInputStream");
    private static final Set<String> NAMES = Set.of("java.io.File", "java.lang.String");
    private static final Set<String> PLAIN_OPTIONS = Set.of("READ", "WRITE", "CREATE", "CREATE_NEW",
            "TRUNCATE_EXISTING", "SPARSE", "NOFOLLOW_LINKS");
    private static final List<String> SPECIAL = List.of("/dev", "/proc", "/sys");

    private final Resolver resolver;
    private final Hazards hazards;

    Opening(Resolver resolver, Hazards hazards) {
        this.resolver = resolver;
        this.hazards = hazards;
    }

    void check(SourceFile file, Expression creation) {
        if (creation instanceof ObjectCreationExpr made) {
            constructor(made);
        } else if (creation instanceof MethodCallExpr call) {
            factory(call);
        } else {
            hazards.add(HazardKind.OPENED, creation, Hazards.code(creation) + " does not open a file by its name");
        }
        for (Class<? extends Expression> literals : List.of(StringLiteralExpr.class, TextBlockLiteralExpr.class)) {
            file.nodes(literals).stream()
                    .filter(literal -> SPECIAL.stream().anyMatch(special -> names(literal, special)))
                    .forEach(literal -> hazards.add(HazardKind.OPENED, literal,
                            Hazards.code(literal) + " may name a device"));
        }
    }

    private static boolean names(Expression literal, String special) {
        String value = literal instanceof StringLiteralExpr text ? text.asString()
                : ((TextBlockLiteralExpr) literal).asString();
        String path = value.replaceFirst("^file:/*", "/").replaceAll("/(\\./|[^/]+/\\.\\./|/)+", "/");
        return path.equals(special) || path.startsWith(special + "/");
    }

    private void constructor(ObjectCreationExpr made) {
        String type = resolver.className(made.getType()).orElse("");
        List<Expression> arguments = made.getArguments();
        boolean anonymous = made.getAnonymousClassBody().isPresent();
        boolean named = resolver.method(made).filter(it -> opensByName(it, 0)).isPresent();
        boolean plain = STREAMS.contains(type) && (arguments.size() == 1 || arguments.size() == 2
                && arguments.get(1) instanceof BooleanLiteralExpr append && !append.getValue());
        boolean readOnly = type.equals("java.io.RandomAccessFile") && arguments.size() == 2
                && arguments.get(1) instanceof StringLiteralExpr mode && mode.asString().equals("r");
        if (anonymous || !named || !plain && !readOnly) {
            hazards.add(HazardKind.OPENED, made, Hazards.code(made) + (named && STREAMS.contains(type)
                    ? " may append" : " opens more than a file by its name"));
        }
    }

    private boolean opensByName(ExecutableElement method, int parameter) {
        return method.getParameters().size() > parameter && resolver
                .className(method.getParameters().get(parameter).asType()).filter(NAMES::contains).isPresent();
    }

    private void factory(MethodCallExpr call) {
        boolean files = resolver.ownerOf(call).filter("java.nio.file.Files"::equals).isPresent()
                && Set.of("newOutputStream", "newInputStream").contains(call.getNameAsString());
        if (!files) {
            hazards.add(HazardKind.OPENED, call, Hazards.code(call) + " does not open a file by its name");
            return;
        }
        Stream<Expression> options = call.getArguments().stream().skip(1);
        options.filter(option -> !isPlain(option)).forEach(option -> hazards.add(HazardKind.OPENED, option,
                "the file is opened with option " + Hazards.code(option)));
    }

    private boolean isPlain(Expression option) {
        return resolver.variable(option)
                .filter(variable -> variable.getKind() == ElementKind.ENUM_CONSTANT && resolver.isPlatform(variable)
                        && PLAIN_OPTIONS.contains(variable.getSimpleName().toString()))
                .isPresent();
    }
}
