package dev.perfhint.source.logging;

import dev.perfhint.source.Edit;
import java.util.Optional;

/** Settings that are properties whose keys start alike, in any case, beside the one that declares the appender. */
record PropertySettings(PropertyLines lines, PropertyLines.Line declaration, String prefix) implements Settings {
    @Override
    public Optional<String> value(String name) {
        return lines.lastIgnoringCase(prefix + name).map(PropertyLines.Line::value);
    }

    @Override
    public boolean isPlain(String name) {
        return lines.lastIgnoringCase(prefix + name).filter(PropertyLines.Line::plain).isPresent();
    }

    @Override
    public Edit replace(String name, String value) {
        return lines.replaceValue(lines.lastIgnoringCase(prefix + name).orElseThrow(), value);
    }

    @Override
    public Edit add(String name, String value) {
        return lines.insertAfter(declaration, prefix + name, value);
    }
}
