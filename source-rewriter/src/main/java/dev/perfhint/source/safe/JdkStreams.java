package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.resolve.Resolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the JDK's streams may be asked while they are buffered: the table {@code jdk-streams.txt}. */
record JdkStreams(Resolver resolver, boolean output) {
    private static final Map<String, Set<String>> TABLE = table();

    private static Map<String, Set<String>> table() {
        try (InputStream in = JdkStreams.class.getResourceAsStream("jdk-streams.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank()).map(line -> line.split(": "))
                    .collect(Collectors.toMap(row -> row[0], row -> Set.of(row[1].split(" "))));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Returns whether the stream leaves marks to the one below it. */
    static boolean asksBelow(String type, int wrapped) {
        return wrapped == 0 || TABLE.get("delegates").contains(type);
    }

    static boolean isRaw(String type) {
        return TABLE.get("raw").contains(type);
    }

    /** Returns whether the creation puts a stream of the list round the value, its first argument. */
    boolean wraps(ObjectCreationExpr made, Expression value, int wrapped) {
        String type = owner(made);
        return made.getArgument(0) == value && made.getAnonymousClassBody().isEmpty()
                && (TABLE.get(output ? "wrappers.output" : "wrappers.input").contains(type)
                        || output && wrapped == 0 && TABLE.get("wrappers.first").contains(type));
    }

    boolean uses(MethodCallExpr call) {
        return !owner(call).isEmpty() && (has(output ? "writes" : "reads", call.getNameAsString())
                || !output && has("reads.file", call.getNameAsString()) && owner(call).endsWith(".RandomAccessFile"));
    }

    static boolean goesPast(String method) {
        return has("bypass", method);
    }

    /** Returns how a buffer below answers the method, if it does so otherwise than the stream. */
    static Optional<String> answer(String method) {
        return has("marks", method) ? Optional.of("is answered by the buffer, which supports marks")
                : has("skips", method)
                        ? Optional.of("is answered by the buffer, which may skip less at once, and never back")
                        : Optional.empty();
    }

    static boolean returnsItself(MethodCallExpr call) {
        return has("chained", call.getNameAsString());
    }

    private static boolean has(String row, String method) {
        return TABLE.get(row).contains(method);
    }

    /** Returns the JDK class whose method or constructor is called; empty for others. */
    private String owner(Node call) {
        return resolver.method(call).filter(resolver::isPlatform).flatMap(method -> resolver.ownerOf(call)).orElse("");
    }
}
