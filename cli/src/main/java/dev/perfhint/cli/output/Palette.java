package dev.perfhint.cli.output;

import java.nio.file.Path;
import org.jline.jansi.Ansi;

/** Colours for text, or none. Jansi is loaded only when there are colours. */
public final class Palette {
    private static final String LINK = "\u001b]8;;";
    private static final String LINK_END = "\u001b\\";

    private final boolean colored;
    private final String links;

    private Palette(boolean colored, String links) {
        this.colored = colored;
        this.links = links;
    }

    public static Palette plain() {
        return new Palette(false, "");
    }

    /** Returns colours, and links as {@link Terminal#links()} says. */
    public static Palette ansi(String links) {
        return new Palette(true, links);
    }

    public boolean colored() {
        return colored;
    }

    /** Returns the text as a link to a line of a file (OSC 8), where the terminal shows links. */
    public String link(String text, Path file, int line, int column) {
        if (links.isEmpty()) {
            return text;
        }
        String target = links.replace("{path}", file.toUri().getRawPath()).replace("{line}", String.valueOf(line))
                .replace("{column}", String.valueOf(column));
        return LINK + target + LINK_END + text + LINK + LINK_END;
    }

    public String bold(String text) {
        return colored ? new Ansi().bold().a(text).reset().toString() : text;
    }

    public String dim(String text) {
        return colored ? new Ansi().a(Ansi.Attribute.INTENSITY_FAINT).a(text).reset().toString() : text;
    }

    public String red(String text) {
        return colored ? new Ansi().fgRed().bold().a(text).reset().toString() : text;
    }

    public String yellow(String text) {
        return colored ? new Ansi().fgYellow().bold().a(text).reset().toString() : text;
    }

    public String cyan(String text) {
        return colored ? new Ansi().fgCyan().a(text).reset().toString() : text;
    }

    public String mark(String text) {
        return colored ? new Ansi().fgGreen().bold().a(text).reset().toString() : text;
    }

    public String green(String text) {
        return colored ? new Ansi().fgGreen().a(text).reset().toString() : text;
    }
}
