package dev.perfhint.cli.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * One call of a tool while it runs.
 *
 * @param perfhint words that start perfhint
 * @param progress is told the seconds since a command's start and its last message
 */
record ToolCall(List<String> perfhint, McpJsonMapper mapper, BiConsumer<Long, String> progress) {
    /** Exit codes up to this one come with an answer. */
    private static final int FINDINGS = 1;

    /** Runs a command that prints JSON; its own message refuses the call where it fails. */
    Map<String, Object> json(List<String> arguments, Path directory) throws InterruptedException {
        return parsed(arguments, answered(run(arguments, directory)));
    }

    /** Reads the JSON that a command printed. */
    Map<String, Object> parsed(List<String> arguments, PerfhintRun run) {
        try {
            return mapper.readValue(run.out(), new TypeRef<Map<String, Object>>() {});
        } catch (IOException e) {
            throw new RefusedCallException("perfhint " + arguments.get(0) + " printed no JSON: " + e.getMessage());
        }
    }

    /** Runs a command and returns what it prints. */
    String text(List<String> arguments, Path directory) throws InterruptedException {
        return answered(run(arguments, directory)).out();
    }

    /** Returns a run that came to a result; else its own message refuses the call. */
    static PerfhintRun answered(PerfhintRun run) {
        if (run.code() < 0 || run.code() > FINDINGS) {
            throw new RefusedCallException(run.reason());
        }
        return run;
    }

    PerfhintRun run(List<String> arguments, Path directory) throws InterruptedException {
        return PerfhintRun.of(perfhint, arguments, directory, progress);
    }
}
