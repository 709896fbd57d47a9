package dev.perfhint.source;

import java.nio.file.Path;
import java.util.List;

/**
 * Where a stream is created in the user's sources: the place of the edit.
 *
 * @param className the class that contains the expression, nested classes with {@code $}
 * @param member name of the method, constructor ({@code <init>}), initialiser ({@code <clinit>}) or field it stands in
 * @param file the source file
 * @param line 1-based line of the creating expression
 * @param column 1-based, UTF-16 units
 * @param type simple name of the JDK class or factory: {@code FileOutputStream}, {@code Files.newOutputStream},
 *     {@code Socket.getOutputStream} ...
 * @param boundary true if the stream is created in code that cannot be seen and this is the parameter or hand-over
 */
public record Creation(String className, String member, Path file, int line, int column, String type,
        boolean boundary) {
    /** Returns what two streams have in common that one expression creates. */
    public List<Object> place() {
        return List.of(className, member, line, column);
    }
}
