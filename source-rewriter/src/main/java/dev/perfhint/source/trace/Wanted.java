package dev.perfhint.source.trace;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;

/**
 * What a search is for: a raw stream, or the object of a class of the user.
 *
 * @param className the user's class; empty for a raw stream
 */
record Wanted(RawStreams.Way way, Optional<String> className) {
    static Wanted raw(RawStreams.Way way) {
        return new Wanted(way, Optional.empty());
    }

    static Wanted object(String className) {
        return new Wanted(RawStreams.Way.BOTH, Optional.of(className));
    }

    String name() {
        return className.orElse("stream");
    }

    /** Returns what the expression makes if it makes the target, else empty. */
    Optional<String> matches(Sources sources, Expression expression) {
        if (className.isEmpty()) {
            return RawStreams.kind(sources, expression, way).or(() -> RawStreams.standardStream(sources, expression));
        }
        if (!(expression instanceof ObjectCreationExpr creation)) {
            return Optional.empty();
        }
        Resolver resolver = Resolver.of(sources);
        return resolver.className(creation.getType())
                .filter(type -> type.equals(className.get())
                        || resolver.isSubtype(creation.getType(), className.get()));
    }

    /** Returns what a constructor of the class makes if it makes the target, else empty. */
    Optional<String> matchesClass(Sources sources, String type) {
        return className.isEmpty() ? RawStreams.kindOfClass(type, way)
                : Optional.of(type).filter(each -> Resolver.of(sources).isSubclass(each, className.get()));
    }

    /** Returns what the expression opens if it opens a file and buffers it itself, else empty. */
    Optional<String> opensBuffered(Sources sources, Expression expression) {
        return className.isEmpty() ? RawStreams.opensBuffered(sources, expression) : Optional.empty();
    }
}
