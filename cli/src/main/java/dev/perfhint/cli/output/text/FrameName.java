package dev.perfhint.cli.output.text;

/** Names for a frame written as {@code pkg.Foo.write(Foo.java:42)}. */
final class FrameName {
    private FrameName() {}

    /** Returns {@code pkg.Foo.write}. */
    static String method(String frame) {
        int open = frame.lastIndexOf('(');
        return open < 0 ? frame : frame.substring(0, open);
    }

    /** Returns {@code Foo.write:42}, or {@code Foo.write} where the line is unknown. */
    static String brief(String frame) {
        String method = method(frame);
        int dot = method.lastIndexOf('.', method.lastIndexOf('.') - 1);
        String simple = method.substring(dot + 1);
        int colon = frame.lastIndexOf(':');
        String line = colon < method.length() ? "" : frame.substring(colon, frame.length() - 1);
        return simple + line;
    }
}
