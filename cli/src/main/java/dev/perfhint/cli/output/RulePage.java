package dev.perfhint.cli.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A rule's page in Markdown: the file of {@code docs/rules}, which is a part of the program. */
public final class RulePage {
    private RulePage() {}

    /** Returns the page of the rule with that id. */
    public static String of(String rule) {
        try (InputStream in = RulePage.class.getResourceAsStream("pages/" + rule + ".md")) {
            if (in == null) {
                throw new IllegalStateException("no page for the rule " + rule);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
