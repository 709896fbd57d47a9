package dev.perfhint.cli.output;

/** Quotes what stands in a command that a user may paste into a shell. */
public final class ShellWord {
    private ShellWord() {}

    /**
     * Returns the text as one word of a shell: as it is where nothing in it has a meaning, else in quotes; with control
     * characters in the quotes of bash, ksh and zsh, so that what is printed is what is pasted.
     */
    public static String quoted(String text) {
        if (text.matches("[\\w./+@%,:][\\w./+@%,:-]*+")) {
            return text;
        }
        if (text.chars().noneMatch(c -> c < ' ' || c == 127)) {
            return "'" + text.replace("'", "'\\''") + "'";
        }
        StringBuilder word = new StringBuilder("$'");
        for (char c : text.toCharArray()) {
            if (c < ' ' || c == 127) {
                word.append(String.format("\\%03o", (int) c));
            } else {
                word.append(c == '\'' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return word.append('\'').toString();
    }
}
