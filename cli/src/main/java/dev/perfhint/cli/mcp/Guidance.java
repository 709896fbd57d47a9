package dev.perfhint.cli.mcp;

import dev.perfhint.rules.Rules;
import dev.perfhint.rules.pattern.RulePage;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an assistant reads: the pages of the rules, and two tasks in words. */
final class Guidance {
    static final String INSTRUCTIONS = String.join(" ",
            "perfhint finds what burns system CPU in Java programs and proves the repair: fix does all of it with one",
            "command that ends; step by step: record, analyze with sources, patch, verify, then record and compare.",
            "Each answer's `next` says what usually follows; a `cursor` gives more. Shares are of 1: cpuShare is",
            "system CPU, predictedSavingOfCpu has the user CPU too that goes with it; inherent is needed.");
    private static final String MARKDOWN = "text/markdown";

    private Guidance() {}

    static List<SyncResourceSpecification> pages() {
        List<SyncResourceSpecification> pages = new ArrayList<>();
        Rules.all().forEach(rule -> pages.add(page(rule.id(), RulePage.of(rule.id()).get("summary"))));
        pages.add(page(RulePage.FIX_SAFETY, "what safe and unsafe mean"));
        return pages;
    }

    private static SyncResourceSpecification page(String name, String summary) {
        String uri = "perfhint://rules/" + name;
        McpSchema.Resource resource = McpSchema.Resource.builder(uri, name)
                .description(summary).mimeType(MARKDOWN).build();
        return new SyncResourceSpecification(resource, (exchange, request) -> new McpSchema.ReadResourceResult(
                List.of(new McpSchema.TextResourceContents(uri, MARKDOWN, RulePage.of(name).text()))));
    }

    static List<SyncPromptSpecification> tasks() {
        return List.of(
                task("prove-a-fix", "Find what burns system CPU and prove the fix",
                        List.of(argument("command", "what runs the program"),
                                argument("sources", "directory of its sources")),
                        """
                        Find what burns system CPU in the program that `%s` runs (sources: %s), and prove a fix.

                        0. A command that ends: fix does steps 1 to 5 in one call; go on with 6.
                        1. Call record with the command.
                        2. Call analyze with the recording and the sources.
                        3. For each finding of high or medium severity read the code at its path and line, and the
                        rule's page (explain).
                        4. Call patch. Check in the code what its head asks to review.
                        5. Call verify with the patch.
                        6. Report for each finding: the place, its share of CPU, the patch, what verify measured, and
                        what you could not check.

                        Claim nothing that no tool showed.
                        """),
                task("is-it-slower", "Is this release slower?",
                        List.of(argument("before", "recording of the old release"),
                                argument("after", "recording of the new release")),
                        """
                        Say whether the new release uses more CPU than the old one: recordings %s and %s.

                        1. Call compare with both. Give the work done on each side if it is known: CPU per second says
                        nothing where the load differs.
                        2. Where the new one is slower, call analyze on it and callers on the methods that grew.
                        3. Report the change with its chance, its cause, and what would settle an open question.
                        """));
    }

    private static McpSchema.PromptArgument argument(String name, String description) {
        return new McpSchema.PromptArgument(name, description, true);
    }

    private static SyncPromptSpecification task(String name, String title, List<McpSchema.PromptArgument> arguments,
            String text) {
        McpSchema.Prompt prompt = new McpSchema.Prompt(name, title, title, arguments);
        return new SyncPromptSpecification(prompt, (exchange, request) -> {
            Map<String, Object> given = request.arguments() == null ? Map.of() : request.arguments();
            Object[] values = arguments.stream().map(McpSchema.PromptArgument::name)
                    .map(key -> Texts.shortened(String.valueOf(given.getOrDefault(key, "<" + key + ">")), 500))
                    .toArray();
            return new McpSchema.GetPromptResult(title, List.of(new McpSchema.PromptMessage(McpSchema.Role.USER,
                    new McpSchema.TextContent(text.formatted(values)))));
        });
    }
}
