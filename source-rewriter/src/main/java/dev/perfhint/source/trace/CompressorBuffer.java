package dev.perfhint.source.trace;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Creation;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The buffer of a compressing stream, which decides how many bytes each call moves on the stream below. */
public final class CompressorBuffer {
    private static final Set<String> STREAMS = Set.of("java.util.zip.GZIPOutputStream",
            "java.util.zip.GZIPInputStream", "java.util.zip.DeflaterOutputStream", "java.util.zip.InflaterInputStream");

    private CompressorBuffer() {}

    /** Returns the buffer size of the compressing stream around a created stream: 512 if its constructor got none. */
    public static OptionalLong bytes(Sources sources, Creation creation) {
        Optional<ObjectCreationExpr> stream = sources.file(creation.file()).flatMap(file ->
                file.unit().findFirst(ObjectCreationExpr.class, made -> surrounds(made, creation)
                        && Resolver.of(sources).className(made.getType()).filter(STREAMS::contains).isPresent()));
        if (stream.isEmpty()) {
            return OptionalLong.empty();
        }
        for (Expression argument : stream.get().getArguments().stream().skip(1).toList()) {
            Optional<Long> size = new CallSizes(sources).constant(argument, 0);
            if (size.isPresent()) {
                return OptionalLong.of(size.get());
            }
        }
        boolean sized = stream.get().getArguments().size() > 1 && !stream.get().getArgument(1).isBooleanLiteralExpr();
        return sized ? OptionalLong.empty() : OptionalLong.of(512);
    }

    private static boolean surrounds(ObjectCreationExpr made, Creation creation) {
        return made.getRange().filter(range -> range.begin.line <= creation.line() && range.end.line >= creation.line()
                && (range.begin.line < creation.line() || range.begin.column <= creation.column())
                && (range.end.line > creation.line() || range.end.column >= creation.column())).isPresent();
    }
}
