package dev.perfhint.source;

/**
 * A frame of a recorded stack: the method and the line at which it was calling.
 *
 * @param className with dots, nested classes with {@code $}
 * @param methodName as in the class file: {@code <init>}, {@code lambda$run$0} ...
 * @param line 1-based, 0 if unknown
 */
public record CallSite(String className, String methodName, int line) {}
