package dev.perfhint.profile.observed;

/**
 * One frame of an observed stack, named as the frames of a profile are.
 *
 * @param file the source file's name; empty if unknown
 * @param line -1 if unknown
 * @param bytecodeIndex of the call in its method; -1 if unknown
 */
public record ObservedFrame(String className, String method, String file, int line, int bytecodeIndex) {
    /** Returns {@code pkg.Class.method}. */
    public String name() {
        return className + '.' + method;
    }

    /** Returns {@code pkg.Class.method:line}, without a line where none is known. */
    public String place() {
        return line > 0 ? name() + ':' + line : name();
    }
}
