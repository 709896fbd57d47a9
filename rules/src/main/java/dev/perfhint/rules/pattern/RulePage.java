package dev.perfhint.rules.pattern;

import dev.perfhint.profile.ShippedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A rule's page, {@code docs/rules/ID.md}, which is a part of the program. Its front matter says what lists and tests
 * need of the rule.
 *
 * @param text the page without its front matter, in Markdown
 */
public record RulePage(String rule, Map<String, String> frontMatter, String text) {
    /** The page that all rules refer to for what safe means; it has no front matter. */
    public static final String FIX_SAFETY = "fix-safety";
    private static final String FENCE = "---\n";
    private static final Map<String, RulePage> READ = new ConcurrentHashMap<>();

    /** Returns the page of the rule with that id. */
    public static RulePage of(String rule) {
        return READ.computeIfAbsent(rule, RulePage::read);
    }

    /** Returns a value of the front matter. */
    public String get(String name) {
        return find(name).orElseThrow(
                () -> new IllegalStateException("docs/rules/" + rule + ".md: no '" + name + ":' in the front matter"));
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(frontMatter.get(name));
    }

    /** Returns the values that one line of the front matter lists. */
    public List<String> list(String name) {
        return List.of(get(name).split(", "));
    }

    private static RulePage read(String rule) {
        return parse(rule, ShippedTable.text(RulePage.class, "pages/" + rule + ".md").orElseThrow(
                () -> new IllegalStateException("docs/rules/" + rule + ".md: missing, each rule has a page")));
    }

    private static RulePage parse(String rule, String page) {
        int end = page.indexOf('\n' + FENCE);
        Map<String, String> frontMatter = new HashMap<>();
        if (!page.startsWith(FENCE) || end < 0) {
            return new RulePage(rule, frontMatter, page);
        }
        page.substring(FENCE.length(), end).lines().forEach(line -> {
            int colon = line.indexOf(": ");
            frontMatter.put(line.substring(0, colon), unquoted(line.substring(colon + 2)));
        });
        return new RulePage(rule, frontMatter, page.substring(end + 1 + FENCE.length()));
    }

    private static String unquoted(String value) {
        return value.startsWith("\"") ? value.substring(1, value.length() - 1) : value;
    }
}
