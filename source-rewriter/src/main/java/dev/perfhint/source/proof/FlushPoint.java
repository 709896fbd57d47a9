package dev.perfhint.source.proof;

import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Edit;
import dev.perfhint.source.SourceFile;

/** A flush that the fix must add so that a waiting peer is served, on a line of its own before or after the anchor. */
public record FlushPoint(Statement anchor, boolean before, String statement) {
    Edit edit() {
        SourceFile file = SourceFile.of(anchor);
        String indent = file.indent(anchor);
        return before
                ? file.insert(file.start(anchor), statement + file.lineEnd() + indent)
                : file.insert(file.end(anchor), file.lineEnd() + indent + statement);
    }
}
