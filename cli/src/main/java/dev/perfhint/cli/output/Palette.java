package dev.perfhint.cli.output;

import org.jline.jansi.Ansi;

/** Colours for text, or none. Jansi is loaded only when there are colours. */
public final class Palette {
    private final boolean colored;

    private Palette(boolean colored) {
        this.colored = colored;
    }

    public static Palette plain() {
        return new Palette(false);
    }

    public static Palette ansi() {
        return new Palette(true);
    }

    public boolean colored() {
        return colored;
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

    public String green(String text) {
        return colored ? new Ansi().fgGreen().a(text).reset().toString() : text;
    }
}
