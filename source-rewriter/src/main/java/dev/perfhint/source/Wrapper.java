package dev.perfhint.source;

import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.file.SourceFile;

/**
 * An object created around a stream.
 *
 * @param file where it is created
 * @param expression {@code new DataOutputStream(..)}, or a factory call such as {@code encoder.wrap(..)}
 * @param type qualified class name; the method name for a factory call
 */
public record Wrapper(SourceFile file, Expression expression, String type) {}
