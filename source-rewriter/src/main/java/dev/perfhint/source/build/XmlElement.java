package dev.perfhint.source.build;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An element of a build file: its name, its attributes, its own text and the elements in it.
 *
 * <p>A damaged document gives what was read up to the damage, never an error. No document type is read and no entity
 * but the five of the language itself, so that nothing is fetched and nothing grows.
 */
record XmlElement(String name, Map<String, String> attributes, String text, List<XmlElement> children) {
    private static final int MAX_DEPTH = 200;

    static XmlElement parse(String document) {
        int start = document.indexOf('<');
        if (start < 0) {
            return new XmlElement("", Map.of(), "", List.of());
        }
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        try {
            return new Parser(factory.createXMLStreamReader(new StringReader(document.substring(start))))
                    .element("", Map.of(), 0);
        } catch (XMLStreamException damaged) {
            return new XmlElement("", Map.of(), "", List.of());
        }
    }

    /** Returns the first element at the given path of names. */
    Optional<XmlElement> at(String... names) {
        Optional<XmlElement> found = Optional.of(this);
        for (String each : names) {
            found = found.flatMap(parent -> parent.all(each).stream().findFirst());
        }
        return found;
    }

    /** Returns the elements of that name in the first one at the path. */
    List<XmlElement> allAt(String wanted, String... path) {
        return at(path).map(found -> found.all(wanted)).orElse(List.of());
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
        private final XMLStreamReader reader;
        private boolean ended;

        Parser(XMLStreamReader reader) {
            this.reader = reader;
        }

        /** Reads to the element's end tag, or to the end of what can be read. */
        XmlElement element(String name, Map<String, String> attributes, int depth) {
            StringBuilder text = new StringBuilder();
            List<XmlElement> children = new ArrayList<>();
            for (int event = next(); event != XMLStreamConstants.END_ELEMENT && !ended; event = next()) {
                if (event == XMLStreamConstants.START_ELEMENT) {
                    ended = depth >= MAX_DEPTH;
                    if (!ended) {
                        children.add(element(reader.getLocalName(), attributes(), depth + 1));
                    }
                } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                    text.append(reader.getText());
                }
            }
            return new XmlElement(name, attributes, text.toString().strip(), List.copyOf(children));
        }

        private Map<String, String> attributes() {
            Map<String, String> attributes = new HashMap<>();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
            return attributes;
        }

        private int next() {
            try {
                if (!ended && reader.hasNext()) {
                    return reader.next();
                }
            } catch (XMLStreamException damaged) {
                // what was read so far counts
            }
            ended = true;
            return XMLStreamConstants.END_DOCUMENT;
        }
    }
}
