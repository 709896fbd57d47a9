package dev.perfhint.source;

/**
 * A frame of a recorded stack: the method and the line at which it was calling.
 *
 * @param className with dots, nested classes with {@code $}
 * @param methodName as in the class file: {@code <init>}, {@code lambda$run$0} ...
 * @param line 1-based, 0 if unknown
 */
public record CallSite(String className, String methodName, int line) {
    // the methods of a record would be linked at each start, which costs more than they do
    @Override
    public boolean equals(Object other) {
        return other instanceof CallSite site && line == site.line && methodName.equals(site.methodName)
                && className.equals(site.className);
    }

    @Override
    public int hashCode() {
        return (className.hashCode() * 31 + methodName.hashCode()) * 31 + line;
    }
}
