package dev.perfhint.source.logging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the elements of an XML text with the places of their tags, so that it can be edited without being printed anew.
 *
 * <p>A text that is not well formed, is nested deeper than {@value #MAX_DEPTH} or declares entities of its own has
 * none.
 */
final class XmlText {
    private static final int MAX_DEPTH = 200;
    private static final String NAME_ENDS = " \t\r\n/>=<\"'";

    private final String text;
    private int at;

    private XmlText(String text) {
        this.text = text;
    }

    /** Returns the root element. */
    static Optional<XmlTag> root(String text) {
        XmlText parser = new XmlText(text);
        List<XmlTag> roots = new ArrayList<>();
        boolean whole = parser.elements(roots, 0) && parser.at < 0;
        return whole && roots.size() == 1 ? Optional.of(roots.get(0)) : Optional.empty();
    }

    /** Reads elements up to an end tag, or to the end of the text; returns whether they are well formed. */
    private boolean elements(List<XmlTag> elements, int depth) {
        for (at = text.indexOf('<', at); at >= 0; at = text.indexOf('<', at)) {
            if (text.startsWith("</", at)) {
                return true;
            }
            boolean read = text.startsWith("<!--", at) ? skip("-->")
                    : text.startsWith("<![CDATA[", at) ? skip("]]>")
                    : text.startsWith("<?", at) ? skip("?>")
                    : text.startsWith("<!", at) ? doctype() : element(elements, depth);
            if (!read) {
                return false;
            }
        }
        return true;
    }

    private boolean skip(String end) {
        int found = text.indexOf(end, at);
        at = found + end.length();
        return found >= 0;
    }

    private boolean doctype() {
        int end = text.indexOf('>', at);
        boolean plain = end >= 0 && text.substring(at, end).indexOf('[') < 0;
        at = end + 1;
        return plain;
    }

    private boolean element(List<XmlTag> elements, int depth) {
        int start = at++;
        String name = name();
        List<XmlTag.Attribute> attributes = new ArrayList<>();
        for (space(); at < text.length() && NAME_ENDS.indexOf(text.charAt(at)) < 0; space()) {
            Optional<XmlTag.Attribute> attribute = attribute();
            if (attribute.isEmpty()) {
                return false;
            }
            attributes.add(attribute.get());
        }
        boolean empty = text.startsWith("/>", at);
        if (name.isEmpty() || !empty && !text.startsWith(">", at) || depth >= MAX_DEPTH) {
            return false;
        }
        at += empty ? 2 : 1;
        int openEnd = at;
        List<XmlTag> children = new ArrayList<>();
        if (!empty && (!elements(children, depth + 1) || at < 0)) {
            return false;
        }
        String body = text.substring(openEnd, at);
        elements.add(new XmlTag(name, attributes, children, start, openEnd, body));
        return empty || endTag(name);
    }

    private boolean endTag(String name) {
        int end = text.indexOf('>', at);
        boolean same = end >= 0 && name.equals(text.substring(at + 2, end).strip());
        at = end + 1;
        return same;
    }

    private Optional<XmlTag.Attribute> attribute() {
        int nameStart = at;
        String name = name();
        space();
        if (!text.startsWith("=", at)) {
            return Optional.empty();
        }
        at++;
        space();
        if (at >= text.length() || text.charAt(at) != '"' && text.charAt(at) != '\'') {
            return Optional.empty();
        }
        int start = at + 1;
        int end = text.indexOf(text.charAt(at), start);
        if (end < 0) {
            return Optional.empty();
        }
        at = end + 1;
        return Optional.of(new XmlTag.Attribute(name, text.substring(start, end), nameStart, start, end));
    }

    private String name() {
        int start = at;
        while (at < text.length() && NAME_ENDS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
