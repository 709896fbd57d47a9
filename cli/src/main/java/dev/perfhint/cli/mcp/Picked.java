package dev.perfhint.cli.mcp;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes out of perfhint's JSON what an answer needs of it. */
final class Picked {
    private static final MathContext DIGITS = new MathContext(3);

    private Picked() {}

    /**
     * Returns the named fields that are there and not empty.
     *
     * @param fields {@code key} or {@code key=path.to.field}
     */
    static Map<String, Object> of(Object json, String... fields) {
        Map<String, Object> picked = new LinkedHashMap<>();
        for (String field : fields) {
            int equals = field.indexOf('=');
            Object value = at(json, field.substring(equals + 1));
            if (value != null && !value.equals("") && !value.equals(List.of())) {
                picked.put(equals < 0 ? field : field.substring(0, equals), rounded(value));
            }
        }
        return picked;
    }

    /** Returns the value at a path; null if there is none. */
    static Object at(Object json, String path) {
        Object value = json;
        for (String key : path.split("\\.")) {
            value = value instanceof Map<?, ?> map ? map.get(key)
                    : value instanceof List<?> list && key.matches("\\d{1,6}") && Integer.parseInt(key) < list.size()
                            ? list.get(Integer.parseInt(key)) : null;
        }
        return value;
    }

    static String text(Object json, String path) {
        Object value = at(json, path);
        return value == null ? "" : String.valueOf(value);
    }

    static double number(Object json, String path) {
        return at(json, path) instanceof Number number ? number.doubleValue() : 0;
    }

    static List<?> list(Object json, String path) {
        return at(json, path) instanceof List<?> list ? list : List.of();
    }

    /** Returns the entries of a list with some of their fields each. */
    static List<Map<String, Object>> rows(Object json, String path, String... fields) {
        List<Map<String, Object>> rows = new ArrayList<>();
        list(json, path).forEach(row -> rows.add(of(row, fields)));
        return rows;
    }

    private static Object rounded(Object value) {
        return value instanceof Double number && !number.isNaN() && !number.isInfinite()
                ? (Object) new BigDecimal(number).round(DIGITS)
                : value instanceof List<?> list ? list.stream().map(Picked::rounded).toList() : value;
    }
}
