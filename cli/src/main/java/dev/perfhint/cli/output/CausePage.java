package dev.perfhint.cli.output;

import dev.perfhint.profile.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The section of a cause in {@code docs/reference/causes.md}, which is a part of the program. */
public final class CausePage {
    private CausePage() {}

    /** Returns the section of that cause, its title first. */
    public static String of(Cause cause) {
        String page = page();
        String title = "\n## " + cause.label() + "\n";
        int from = page.indexOf(title);
        if (from < 0) {
            throw new IllegalStateException("no section for the cause " + cause.label());
        }
        int to = page.indexOf("\n## ", from + title.length());
        return page.substring(from + 1, to < 0 ? page.length() : to);
    }

    private static String page() {
        try (InputStream in = CausePage.class.getResourceAsStream("causes.md")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
