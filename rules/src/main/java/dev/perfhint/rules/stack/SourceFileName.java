package dev.perfhint.rules.stack;

/**
 * The file that a class was compiled from, as far as its name tells.
 *
 * <p>Kotlin's compiler puts the functions of {@code Main.kt} into {@code MainKt}. Names that only the compilers of
 * Scala and Groovy make tell no file, since those languages allow any class in any file.
 */
public final class SourceFileName {
    private static final String KOTLIN_FUNCTIONS = "Kt";

    private SourceFileName() {}

    /** Returns the file's name without directory, empty if the class's name tells none. */
    public static String of(String className) {
        String simple = className.substring(className.lastIndexOf('.') + 1);
        boolean hostile = className.startsWith(".") || className.contains("..");
        if (hostile || simple.endsWith("$") || simple.contains("$$anon") || simple.contains("$delayedInit")
                || simple.matches(".*\\$_\\w*closure\\d+.*")) {
            return "";
        }
        int dollar = simple.indexOf('$', 1);
        String top = dollar < 0 ? simple : simple.substring(0, dollar);
        if (top.isEmpty() || !top.chars().allMatch(Character::isJavaIdentifierPart)) {
            return "";
        }
        boolean functions = top.endsWith(KOTLIN_FUNCTIONS) && top.length() > KOTLIN_FUNCTIONS.length();
        return functions ? top.substring(0, top.length() - KOTLIN_FUNCTIONS.length()) + ".kt" : top + ".java";
    }
}
