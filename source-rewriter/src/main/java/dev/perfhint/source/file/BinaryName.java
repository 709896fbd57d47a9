package dev.perfhint.source.file;

import java.util.Optional;

/** The name of a class as a recording gives it, {@code pkg.Outer$Inner}; it may be anything. */
final class BinaryName {
    /** A file name has 255 bytes at most, a package a few of them. */
    private static final int MAX_CHARS = 2_000;

    private BinaryName() {}

    /** Returns whether a source file may declare a class of that name. */
    static boolean isValid(String name) {
        if (name.isEmpty() || name.startsWith("[") || name.contains("/0x") || name.length() > MAX_CHARS) {
            return false;
        }
        for (String part : name.split("\\.", -1)) {
            if (part.isEmpty() || part.chars().anyMatch(c -> !Character.isJavaIdentifierPart(c) && c != '-')) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns what is worth telling of a name that is not valid: no array or hidden class, but a path, or far too long.
     */
    static Optional<String> complaint(String name) {
        boolean ordinary = name.isEmpty() || name.startsWith("[") || name.contains("/0x");
        if (!ordinary && name.length() > MAX_CHARS) {
            return Optional.of("'" + printable(name) + "...' is not a class name: no source looked up");
        }
        return ordinary || !name.contains("..") && !name.contains("/") && !name.contains("\\")
                ? Optional.empty()
                : Optional.of("'" + printable(name) + "' is not a class name: no source looked up");
    }

    static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Returns the package; empty for none. */
    static String inPackage(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(120).forEach(c -> shown.append(c < ' ' || c == 127 ? '?' : (char) c));
        return shown.toString();
    }
}
