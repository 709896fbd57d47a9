package dev.perfhint.cli.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts answers into pages of at most 8 KB, and keeps the last ones so that a cursor needs no second analysis. A cursor
 * names the row to go on with and the content that it was made for.
 */
final class AnswerPages {
    static final int MAX_BYTES = 8_000;
    static final String CURSOR = "cursor";
    private static final int MAX_KEPT = 16;
    private static final int MAX_TEXT = 600;
    private static final int MAX_HEAD_TEXT = 300;
    private static final int MAX_LIST = 12;
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})-([0-9a-f]{1,8})");

    private final McpJsonMapper mapper;
    private final Map<String, ToolAnswer> kept = new LinkedHashMap<>();

    AnswerPages(McpJsonMapper mapper) {
        this.mapper = mapper;
    }

    /** Returns an answer that was given before to the same call. */
    synchronized ToolAnswer known(String call) {
        return kept.get(call);
    }

    /** Keeps an answer for the pages that are asked for later. */
    synchronized void keep(String call, ToolAnswer answer) {
        kept.remove(call);
        kept.put(call, answer);
        if (kept.size() > MAX_KEPT) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    /**
     * Returns the page at a cursor, the first for an empty one.
     *
     * @throws RefusedCallException if the content is another by now
     */
    Map<String, Object> page(ToolAnswer answer, String cursor) {
        String digest = Integer.toHexString(json(answer.rows()).hashCode());
        int first = cursor.isEmpty() ? 0 : offset(cursor, digest);
        List<Object> rows = new ArrayList<>();
        Map<String, Object> page = page(answer, rows, first, digest);
        for (int row = first; row < answer.rows().size(); row++) {
            Object shown = Texts.shortened(answer.isVerbatim() ? answer.rows().get(row)
                    : Wording.of(answer.rows().get(row)), MAX_BYTES / 2, MAX_LIST);
            rows.add(shown);
            Map<String, Object> more = page(answer, rows, first, digest);
            if (bytes(more) > MAX_BYTES) {
                if (rows.size() > 1) {
                    break;
                }
                rows.set(0, Texts.shortened(shown, MAX_TEXT, 4));
                more = page(answer, rows, first, digest);
                page = more;
                break;
            }
            page = more;
        }
        return page;
    }

    private static Map<String, Object> page(ToolAnswer answer, List<Object> rows, int first, String digest) {
        Map<String, Object> page = new LinkedHashMap<>();
        answer.head().forEach((key, value) ->
                page.put(key, Wording.of(Texts.shortened(value, MAX_HEAD_TEXT, MAX_LIST))));
        if (!answer.rowsName().isEmpty()) {
            page.put(answer.rowsName(), List.copyOf(rows));
        }
        int end = first + rows.size();
        if (end < answer.rows().size()) {
            page.put("more", answer.rows().size() - end);
            page.put(CURSOR, end + "-" + digest);
        }
        page.put("next", answer.next());
        return page;
    }

    private static int offset(String cursor, String digest) {
        Matcher form = FORM.matcher(cursor);
        if (!form.matches()) {
            throw new RefusedCallException("cursor: not one that this server gave: leave it out for the first page");
        }
        if (!form.group(2).equals(digest)) {
            throw new RefusedCallException("cursor: the answer has changed since: leave it out for the first page");
        }
        return Integer.parseInt(form.group(1));
    }

    String json(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int bytes(Object value) {
        return json(value).getBytes(StandardCharsets.UTF_8).length;
    }
}
