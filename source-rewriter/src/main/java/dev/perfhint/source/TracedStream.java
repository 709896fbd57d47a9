package dev.perfhint.source;

import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.file.SourceFile;
import java.util.List;

/**
 * A raw stream as the tracer found it in the sources: what the label looks at and the edits change.
 *
 * @param file where the creation stands
 * @param creation the expression that yields the raw stream: {@code new FileOutputStream(f)},
 *     {@code socket.getOutputStream()} ...; at a boundary the parameter's use or the hand-over argument
 * @param boundary true if the stream is created in code that cannot be seen
 * @param others further creations assigned to the same variable (a field that is reopened); they need the same edit
 * @param wrappers stream objects put round it on the way to the hot call, innermost first; none of them buffers
 * @param holders variables that hold the raw stream or a wrapper of it, from the creation towards the hot call
 */
public record TracedStream(
        SourceFile file,
        Expression creation,
        boolean boundary,
        List<Located> others,
        List<Wrapper> wrappers,
        List<Holder> holders) {
    public TracedStream {
        others = List.copyOf(others);
        wrappers = List.copyOf(wrappers);
        holders = List.copyOf(holders);
    }

    /** An expression and its file. */
    public record Located(SourceFile file, Expression expression) {}
}
