package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.trace.Tracing;
import java.util.Optional;

/** What a form plans its edits from: the request, and what the tracer found on its stack. */
public record Match(Sources sources, FixRequest request, Tracing tracing) {
    Repair repair() {
        return request.repair();
    }

    Optional<TracedStream> stream() {
        return tracing.stream();
    }

    Optional<Node> call() {
        return tracing.call();
    }
}
