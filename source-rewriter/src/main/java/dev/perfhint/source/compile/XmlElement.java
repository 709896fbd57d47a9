package dev.perfhint.source.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An element of a build file: its name, its own text and the elements in it. Attributes are dropped.
 *
 * <p>Reads what a POM holds and no more; a damaged document gives what was read up to the damage, never an error.
 */
record XmlElement(String name, String text, List<XmlElement> children) {
    private static final int DEEPEST = 200;

    static XmlElement parse(String document) {
        return new Parser(document).element("", 0);
    }

    /** Returns the first element on the way of names. */
    Optional<XmlElement> at(String... names) {
        Optional<XmlElement> found = Optional.of(this);
        for (String each : names) {
            found = found.flatMap(parent -> parent.all(each).stream().findFirst());
        }
        return found;
    }

    /** Returns the direct elements of that name. */
    List<XmlElement> all(String wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).toList();
    }

    /** Returns the text of the direct element of that name; empty without one. */
    String value(String wanted) {
        return at(wanted).map(XmlElement::text).orElse("");
    }

    private static final class Parser {
        private final String document;
        private int at;

        Parser(String document) {
            this.document = document;
        }

        /** Reads to the element's end tag, or to the end of the document. */
        XmlElement element(String name, int depth) {
            if (depth > DEEPEST) {
                at = document.length();
            }
            StringBuilder text = new StringBuilder();
            List<XmlElement> children = new ArrayList<>();
            while (at < document.length()) {
                int open = document.indexOf('<', at);
                text.append(document, at, open < 0 ? document.length() : open);
                at = open < 0 ? document.length() : open;
                if (open < 0 || skipped("<!--", "-->") || skipped("<?", "?>")) {
                    continue;
                }
                if (document.startsWith("<![CDATA[", at)) {
                    int start = at + "<![CDATA[".length();
                    skipped("<![CDATA[", "]]>");
                    text.append(document, start, Math.max(start, Math.min(at - 3, document.length())));
                    continue;
                }
                String tag = tag();
                if (tag.startsWith("/")) {
                    break;
                }
                String inner = tag.split("[\\s/]", 2)[0];
                if (!tag.startsWith("!")) {
                    children.add(tag.endsWith("/") ? new XmlElement(inner, "", List.of()) : element(inner, depth + 1));
                }
            }
            return new XmlElement(name, unescaped(text.toString().strip()), List.copyOf(children));
        }

        private boolean skipped(String start, String end) {
            if (!document.startsWith(start, at)) {
                return false;
            }
            int close = document.indexOf(end, at + start.length());
            at = close < 0 ? document.length() : close + end.length();
            return true;
        }

        private String tag() {
            int close = document.indexOf('>', at);
            String tag = document.substring(at + 1, close < 0 ? document.length() : close);
            at = close < 0 ? document.length() : close + 1;
            return tag;
        }

        private static String unescaped(String text) {
            return text.indexOf('&') < 0
                    ? text
                    : text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'")
                            .replace("&amp;", "&");
        }
    }
}
