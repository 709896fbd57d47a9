package dev.perfhint.cli.mcp;

import java.util.List;
import java.util.Map;

/**
 * What a tool found, before it is cut into pages.
 *
 * @param head what is said on each page
 * @param rowsName name of the list that is cut
 * @param next the sensible next step, in words
 */
record ToolAnswer(Map<String, Object> head, String rowsName, List<?> rows, String next) {
    /** Returns whether the rows are a file's text. */
    boolean isVerbatim() {
        return rowsName.equals("diff") || rowsName.equals("page");
    }
}
