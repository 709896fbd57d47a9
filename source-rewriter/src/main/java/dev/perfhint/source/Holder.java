package dev.perfhint.source;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.file.SourceFile;

/**
 * A variable that holds a traced stream.
 *
 * @param file where it is declared
 * @param declaration a {@code VariableDeclarator} (local, resource or field), a {@code Parameter}, a
 *     {@code TypePatternExpr} or the {@code MethodDeclaration} that returns it
 * @param wrapped how many of the traced stream's wrappers are inside the held value: 0 for the raw stream
 */
public record Holder(SourceFile file, Kind kind, Node declaration, String name, int wrapped) {
    /** What sort of variable it is. */
    public enum Kind {
        LOCAL,
        FIELD,
        PARAMETER,
        /** No variable but a method that returns the stream; the declaration is the {@code MethodDeclaration}. */
        RETURNED
    }
}
