package dev.perfhint.cli.mcp;

import dev.perfhint.cli.mcp.Parameter.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One tool: what a client reads of it, and what it does.
 *
 * @param runsCommands whether it starts commands or attaches to a JVM, which only --allow-run permits
 * @param title a few words
 */
record AgentTool(String name, String title, String description, boolean runsCommands, boolean writes,
        List<Parameter> parameters, Work work) {
    /** Does what a call asks for. */
    interface Work {
        ToolAnswer answer(Arguments arguments, ToolCall call) throws InterruptedException;
    }

    static final String CURSOR_HELP = "The cursor of the answer before, with the same arguments: gives the next page.";

    AgentTool {
        parameters = List.copyOf(parameters);
    }

    /** Returns the JSON schema of the arguments. */
    Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        parameters.forEach(each -> properties.put(each.name(), each.schema()));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", parameters.stream().filter(Parameter::required).map(Parameter::name).toList());
        schema.put("additionalProperties", false);
        return schema;
    }

    static Parameter cursor() {
        return Parameter.of(AnswerPages.CURSOR, Kind.NAME, CURSOR_HELP);
    }
}
