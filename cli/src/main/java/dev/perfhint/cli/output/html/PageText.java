package dev.perfhint.cli.output.html;

import dev.perfhint.cli.output.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Puts the page together: its one style, its one program, and the data. The policy names both by their hashes. */
final class PageText {
    private static final List<String> PROGRAM = List.of(
            "text.js", "profile.js", "view.js", "graph.js", "tables.js", "timeline.js", "overview.js", "findings.js",
            "main.js");

    private PageText() {}

    /** Returns the page; {@code data} is JSON in which no character opens or closes markup. */
    static String of(String title, String data) {
        String style = resource("page.css");
        String program = PROGRAM.stream().map(PageText::resource)
                .collect(Collectors.joining("\n", "'use strict';\n", ""));
        return resource("page.html")
                .replace("%style-hash%", hash(style))
                .replace("%program-hash%", hash(program))
                .replace("%title%", escaped(title))
                .replace("%style%", style)
                .replace("%program%", program)
                // last: nothing in it is looked at again
                .replace("%data%", data);
    }

    private static String escaped(String text) {
        return Printable.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replace("%", "&#37;");
    }

    private static String hash(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = PageText.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
