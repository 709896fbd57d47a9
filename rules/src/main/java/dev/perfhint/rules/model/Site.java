package dev.perfhint.rules.model;

/**
 * A place in the program.
 *
 * @param file simple file name, empty if unknown
 * @param line 1-based, 0 if unknown
 * @param path source file, relative to the report's source base; empty without source
 * @param column 1-based, 0 if unknown
 * @param libraryPath where a library's jar of sources has it, {@code lib/foo-sources.jar!/pkg/Foo.java}; empty
 *     elsewhere
 * @param samples system-CPU samples through it; 0 for a creation site
 * @param nanos system CPU through it; 0 for a creation site
 */
public record Site(
        String className, String methodName, String file, int line, int column, String path, String libraryPath,
        long samples, long nanos) {
    /** A place that is in no jar of sources. */
    public Site(String className, String methodName, String file, int line, int column, String path, long samples,
            long nanos) {
        this(className, methodName, file, line, column, path, "", samples, nanos);
    }
}
