package dev.perfhint.source.logging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An element of an XML text and its place. Names are compared without regard to case, as Log4j 2 does. */
final class XmlTag {
    private final String name;
    private final List<Attribute> attributes;
    private final List<XmlTag> children = new ArrayList<>();
    private final int start;
    private final int openEnd;
    private final boolean empty;
    private String body = "";

    XmlTag(String name, List<Attribute> attributes, int start, int openEnd, boolean empty) {
        this.name = name;
        this.attributes = List.copyOf(attributes);
        this.start = start;
        this.openEnd = openEnd;
        this.empty = empty;
    }

    /** An attribute; start and end are those of its value without the quotes. */
    record Attribute(String name, String value, int nameStart, int start, int end) {}

    void close(String text, int endTag) {
        body = text.substring(openEnd, endTag);
    }

    String name() {
        return name;
    }

    List<Attribute> attributes() {
        return attributes;
    }

    /** Returns the direct elements, in their order. */
    List<XmlTag> children() {
        return children;
    }

    List<XmlTag> all(String wanted) {
        return children.stream().filter(each -> each.name.equalsIgnoreCase(wanted)).toList();
    }

    Optional<XmlTag> child(String wanted) {
        return all(wanted).stream().findFirst();
    }

    Optional<Attribute> attribute(String wanted) {
        return attributes.stream().filter(each -> each.name().equalsIgnoreCase(wanted)).findFirst();
    }

    /** Returns the attribute's value; empty without one. */
    String value(String wanted) {
        return attribute(wanted).map(Attribute::value).orElse("");
    }

    /** Returns the element's own text; empty where it holds elements. */
    String text() {
        return children.isEmpty() ? body.strip() : "";
    }

    int textStart() {
        return openEnd + body.length() - body.stripLeading().length();
    }

    /** Returns where the start tag begins. */
    int start() {
        return start;
    }

    /** Returns the offset after the start tag. */
    int openEnd() {
        return openEnd;
    }

    /** Returns where an attribute can be added: behind the last one, or behind the name. */
    int attributesEnd() {
        return attributes.isEmpty() ? start + 1 + name.length() : attributes.get(attributes.size() - 1).end() + 1;
    }

    boolean isEmpty() {
        return empty;
    }
}
