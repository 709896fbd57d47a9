package dev.perfhint.cli.output.text;

import dev.perfhint.profile.FrameKind;

/** Shows a method or function, marking what is not Java the way collapsed stacks do. */
final class FrameText {
    private FrameText() {}

    static String of(String method, FrameKind kind) {
        return switch (kind) {
            case JAVA -> method;
            case NATIVE -> method.startsWith("[") ? method : method + " [native]";
            case CPP -> method + " [c++]";
            case KERNEL -> method + " [kernel]";
        };
    }
}
