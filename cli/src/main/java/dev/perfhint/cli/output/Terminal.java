package dev.perfhint.cli.output;

import java.util.Map;
import java.util.Properties;

/**
 * What the launcher found at standard output and error.
 *
 * @param columns width of the terminal on standard output; 0 if it is none
 * @param errorTerminal whether standard error is a terminal: then progress is shown
 * @param noColor the variable {@code NO_COLOR} is set and not empty
 * @param forceColor the variable {@code CLICOLOR_FORCE} is set, and neither empty nor 0
 * @param links what a link to a line looks like, with {@code {path}}, {@code {line}} and {@code {column}}; empty where
 *     the terminal shows none
 */
public record Terminal(int columns, boolean errorTerminal, boolean noColor, boolean forceColor, String links) {
    private static final int FALLBACK_COLUMNS = 80;

    /** Reads what the launcher passed as system properties, and the variables that control colours. */
    public static Terminal of(Map<String, String> environment, Properties properties) {
        String columns = properties.getProperty("perfhint.stdout.columns");
        String force = environment.getOrDefault("CLICOLOR_FORCE", "");
        return new Terminal(
                columns == null ? 0 : width(columns), properties.getProperty("perfhint.stderr.terminal") != null,
                !environment.getOrDefault("NO_COLOR", "").isEmpty(),
                !force.isEmpty() && !force.equals("0"), columns == null ? "" : links(environment));
    }

    // known by the variables that these terminals set; a multiplexer may drop links, so none there
    private static String links(Map<String, String> environment) {
        String program = environment.getOrDefault("TERM_PROGRAM", "");
        if (environment.containsKey("TMUX") || environment.containsKey("STY")) {
            return "";
        }
        if (program.equals("vscode")) {
            return "vscode://file{path}:{line}:{column}";
        }
        if (environment.containsKey("KITTY_WINDOW_ID")) {
            return "file://{path}#{line}";
        }
        String vte = environment.getOrDefault("VTE_VERSION", "");
        boolean known = program.equals("iTerm.app") || program.equals("WezTerm") || program.equals("ghostty")
                || environment.containsKey("KONSOLE_VERSION") || environment.containsKey("WT_SESSION")
                || vte.length() == 4 && vte.compareTo("5000") >= 0;
        return known ? "file://{path}" : "";
    }

    public boolean isTerminal() {
        return columns > 0;
    }

    /** Returns the width for tables: the terminal's, or {@code fallback} columns where there is none. */
    public int widthOr(int fallback) {
        return columns > 0 ? Math.max(columns, 40) : fallback;
    }

    /** Returns the width that tables keep to: the terminal's; elsewhere names are never shortened. */
    public int tableWidth() {
        return widthOr(Integer.MAX_VALUE);
    }

    /** Decides on colours: {@code --color} over {@code NO_COLOR} over {@code CLICOLOR_FORCE} over a terminal. */
    public boolean colors(ColorMode mode) {
        if (mode != ColorMode.AUTO) {
            return mode == ColorMode.ALWAYS;
        }
        return !noColor && (forceColor || isTerminal());
    }

    private static int width(String columns) {
        try {
            int width = Integer.parseInt(columns.strip());
            return width > 0 ? width : FALLBACK_COLUMNS;
        } catch (NumberFormatException e) {
            return FALLBACK_COLUMNS;
        }
    }
}
