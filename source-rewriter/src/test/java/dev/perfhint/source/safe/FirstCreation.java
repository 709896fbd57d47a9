package dev.perfhint.source.safe;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Repair;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Asks about the first creation of a raw stream in a file. */
final class FirstCreation {
    private FirstCreation() {}

    /** Returns the hazards of a buffer at the first creation in the file. */
    static List<Hazard> hazards(Sources sources, Path file, Repair repair) {
        SourceFile source = sources.file(file).orElseThrow();
        TracedStream stream = new TracedStream(
                source, creation(source.unit(), repair), false, List.of(), List.of(), List.of());
        return SafeBuffer.hazards(sources, stream,
                Set.of(Repair.BUFFER_FILE_OUTPUT, Repair.BUFFER_PRINT_STREAM, Repair.BUFFER_SOCKET_OUTPUT)
                        .contains(repair), repair.isSocket(), List.of()).stream()
                .filter(each -> each.kind() != HazardKind.ASSUMPTION).toList();
    }

    /** Returns the first creation of a raw stream that the repair is about. */
    static Expression creation(CompilationUnit unit, Repair repair) {
        List<Expression> all = unit.findAll(Expression.class, e -> is(e, repair));
        return all.get(0);
    }

    private static boolean is(Expression e, Repair repair) {
        Set<String> constructed = switch (repair) {
            case BUFFER_FILE_OUTPUT -> Set.of("FileOutputStream");
            case BUFFER_FILE_INPUT -> Set.of("FileInputStream");
            case BUFFER_PRINT_STREAM -> Set.of("PrintStream");
            default -> Set.of();
        };
        Set<String> called = switch (repair) {
            case BUFFER_FILE_OUTPUT -> Set.of("newOutputStream");
            case BUFFER_FILE_INPUT -> Set.of("newInputStream");
            case BUFFER_SOCKET_OUTPUT -> Set.of("getOutputStream");
            case BUFFER_SOCKET_INPUT -> Set.of("getInputStream");
            default -> Set.of();
        };
        return e.isObjectCreationExpr() && constructed.contains(e.asObjectCreationExpr().getType().getNameAsString())
                || e.isMethodCallExpr() && called.contains(e.asMethodCallExpr().getNameAsString());
    }
}
