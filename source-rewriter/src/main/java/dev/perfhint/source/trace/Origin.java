package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.file.SourceFile;

/**
 * An end of a search.
 *
 * @param node the creating expression; at a boundary the parameter or the argument handed over
 * @param kind {@code FileOutputStream}, {@code Files.newInputStream} ...; the class for an object that was looked for
 * @param place where it stands
 * @param boundary true if the value comes from code that cannot be seen
 */
record Origin(SourceFile file, Node node, String kind, Activation place, TraceStep path, boolean boundary) {}
