package dev.perfhint.source.logging;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.List;
import java.util.Optional;

/**
 * An element of an XML text and its place. Names are compared without regard to case, as Log4j 2 does.
 *
 * @param children the direct elements, in their order
 * @param start where the start tag begins
 * @param openEnd the offset after the start tag
 * @param body what stands between the tags
 */
record XmlTag(
        String name, List<Attribute> attributes, List<XmlTag> children, int start, int openEnd, String body) {
    /** An attribute; start and end are those of its value without the quotes. */
    record Attribute(String name, String value, int nameStart, int start, int end) {}

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

    Edit replaceText(SourceFile file, String value) {
        int textStart = openEnd + body.length() - body.stripLeading().length();
        return file.edit(textStart, textStart + text().length(), value);
    }

    /** Adds an element before the first one, on a line of its own where that one is. */
    Edit addFirst(SourceFile file, String element) {
        int first = children.get(0).start;
        String before = file.text().substring(file.lineStart(file.line(first)), first);
        return file.insert(first, before.isBlank() ? element + file.lineEnd() + before : element);
    }

    /** Returns where an attribute can be added: behind the last one, or behind the name. */
    int attributesEnd() {
        return attributes.isEmpty() ? start + 1 + name.length() : attributes.get(attributes.size() - 1).end() + 1;
    }
}
