package dev.perfhint.cli.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps texts short. */
final class Texts {
    private Texts() {}

    static String shortened(String text, int maxChars) {
        return text.length() <= maxChars ? text
                : text.substring(0, maxChars) + "... (" + (text.length() - maxChars) + " more characters)";
    }

    /** Returns a value of JSON with each text in it shortened, and lists after so many entries. */
    static Object shortened(Object value, int maxChars, int maxEntries) {
        if (value instanceof String text) {
            return shortened(text, maxChars);
        }
        if (value instanceof List<?> list) {
            List<Object> kept = new ArrayList<>();
            list.stream().limit(maxEntries).forEach(each -> kept.add(shortened(each, maxChars, maxEntries)));
            if (list.size() > maxEntries) {
                kept.add("and " + (list.size() - maxEntries) + " more");
            }
            return kept;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> kept = new LinkedHashMap<>();
            map.forEach((key, each) -> kept.put(String.valueOf(key), shortened(each, maxChars, maxEntries)));
            return kept;
        }
        return value;
    }

    /** Returns a text in parts of whole lines that are not longer than this, but for lines that are longer alone. */
    static List<String> parts(String text, int maxChars) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (String line : text.split("(?<=\n)")) {
            if (part.length() > 0 && part.length() + line.length() > maxChars) {
                parts.add(part.toString());
                part.setLength(0);
            }
            part.append(shortened(line, maxChars));
        }
        if (part.length() > 0) {
            parts.add(part.toString());
        }
        return parts;
    }
}
