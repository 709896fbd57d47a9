package dev.perfhint.source.safe;

import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;

/** Sentence 1: the file is opened plainly, by name, without options that ask for more than reading or writing it. */
record Opening(Resolver resolver, Hazards hazards) {
    private static final Set<String> STREAMS = Set.of("java.io.FileOutputStream", "java.io.FileInputStream");
    private static final Set<String> NAMES = Set.of("java.io.File", "java.lang.String");
    private static final Set<String> PLAIN_OPTIONS = Set.of("READ", "WRITE", "CREATE", "CREATE_NEW",
            "TRUNCATE_EXISTING", "SPARSE", "NOFOLLOW_LINKS");
    private static final List<String> SPECIAL = List.of("/dev", "/proc", "/sys");

    void check(SourceFile file, Expression creation) {
        if (creation instanceof ObjectCreationExpr made) {
            constructor(made);
        } else if (creation instanceof MethodCallExpr call && isOfFiles(call)) {
            call.getArguments().stream().skip(1).filter(option -> !isPlain(option)).forEach(option ->
                    hazards.add(HazardKind.OPENED, option, "the file is opened with option " + Hazard.code(option)));
        } else {
            hazards.of(HazardKind.OPENED, creation, resolver.calledMethod(creation).isPresent()
                    ? "opens a file stream inside, which is not analyzed" : "may not open a file by its name");
        }
        for (Class<? extends Expression> literals : List.of(StringLiteralExpr.class, TextBlockLiteralExpr.class)) {
            file.nodes(literals).stream()
                    .filter(literal -> SPECIAL.stream().anyMatch(special -> names(literal, special)))
                    .forEach(literal -> hazards.of(HazardKind.OPENED, literal, "may name a device"));
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
        boolean named = resolver.method(made).filter(it -> !it.getParameters().isEmpty())
                .flatMap(it -> resolver.className(it.getParameters().get(0).asType()))
                .filter(NAMES::contains).isPresent();
        boolean plain = STREAMS.contains(type) && (arguments.size() == 1 || arguments.size() == 2
                && arguments.get(1) instanceof BooleanLiteralExpr append && !append.getValue());
        boolean random = type.equals("java.io.RandomAccessFile");
        boolean readOnly = random && made.getArguments().getLast().equals(Optional.of(new StringLiteralExpr("r")));
        if (made.getAnonymousClassBody().isPresent() || !named || !plain && !readOnly) {
            hazards.of(HazardKind.OPENED, made, !named ? "does not open a file by its name"
                    : random ? "may open it for writing" : STREAMS.contains(type) ? "may append" : reason(made));
        }
    }

    // both are file streams, with more around them than the three sentences cover
    private String reason(ObjectCreationExpr made) {
        return STREAMS.stream().anyMatch(stream -> resolver.isSubtype(made.getType(), stream))
                ? "may override methods of the file stream" : "opens a file stream inside, which is not analyzed";
    }

    private boolean isOfFiles(MethodCallExpr call) {
        return resolver.ownerOf(call).filter("java.nio.file.Files"::equals).isPresent()
                && Set.of("newOutputStream", "newInputStream").contains(call.getNameAsString());
    }

    private boolean isPlain(Expression option) {
        return resolver.variable(option)
                .filter(variable -> variable.getKind() == ElementKind.ENUM_CONSTANT && resolver.isPlatform(variable)
                        && PLAIN_OPTIONS.contains(variable.getSimpleName().toString())).isPresent();
    }
}
