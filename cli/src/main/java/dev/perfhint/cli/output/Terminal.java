package dev.perfhint.cli.output;

import java.util.Map;
import java.util.Properties;

/**
 * What the launcher found behind standard output and error.
 *
 * @param columns width of the terminal on standard output; 0 if it is none
 * @param errorTerminal whether standard error is a terminal: then progress is shown
 * @param noColor the variable {@code NO_COLOR} is set and not empty
 * @param forceColor the variable {@code CLICOLOR_FORCE} is set, and neither empty nor 0
 */
public record Terminal(int columns, boolean errorTerminal, boolean noColor, boolean forceColor) {
    private static final int FALLBACK_COLUMNS = 80;

    /** Reads what the launcher passed as system properties, and the variables that control colours. */
    public static Terminal of(Map<String, String> environment, Properties properties) {
        String columns = properties.getProperty("perfhint.stdout.columns");
        String force = environment.getOrDefault("CLICOLOR_FORCE", "");
        return new Terminal(
                columns == null ? 0 : width(columns),
                properties.getProperty("perfhint.stderr.terminal") != null,
                !environment.getOrDefault("NO_COLOR", "").isEmpty(),
                !force.isEmpty() && !force.equals("0"));
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
