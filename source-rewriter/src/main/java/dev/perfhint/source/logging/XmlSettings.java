package dev.perfhint.source.logging;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.Optional;

/** Settings that are attributes of an element, or elements in it with a text of their own. */
record XmlSettings(SourceFile file, XmlTag tag) implements Settings {
    @Override
    public Optional<String> value(String name) {
        return tag.attribute(name).map(XmlTag.Attribute::value)
                .or(() -> tag.child(name).map(XmlTag::text).filter(text -> !text.isEmpty())).map(String::strip);
    }

    @Override
    public boolean isPlain(String name) {
        return tag.attribute(name).isPresent()
                || tag.child(name).filter(each -> !each.text().startsWith("<")).isPresent();
    }

    @Override
    public Edit replace(String name, String value) {
        Optional<XmlTag.Attribute> attribute = tag.attribute(name);
        if (attribute.isPresent()) {
            return file.edit(attribute.get().start(), attribute.get().end(), value);
        }
        return tag.child(name).orElseThrow().replaceText(file, value);
    }

    /** Adds an attribute behind the last one: on a line of its own where that one is. */
    @Override
    public Edit add(String name, String value) {
        int end = tag.attributesEnd();
        String setting = name + "=\"" + value + "\"";
        if (tag.attributes().isEmpty()) {
            return file.insert(end, " " + setting);
        }
        int last = tag.attributes().get(tag.attributes().size() - 1).nameStart();
        String before = file.text().substring(file.lineStart(file.line(last)), last);
        return file.insert(end, before.isBlank() ? file.lineEnd() + before + setting : " " + setting);
    }
}
