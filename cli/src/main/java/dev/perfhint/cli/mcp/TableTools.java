package dev.perfhint.cli.mcp;

import dev.perfhint.cli.mcp.Parameter.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools that show where time goes: hotspots, callers, callees, compare, latency. */
final class TableTools {
    private static final String MAX_ROWS = "200";
    private static final Parameter CPU = Parameter.of("cpu", Kind.FLAG, "User and system CPU in place of system CPU.");
    private static final Parameter NATIVE =
            Parameter.of("native", Kind.FLAG, "Native and kernel functions too, not counted for their Java caller.");
    private static final Parameter METHOD = Parameter.required("method", Kind.NAME,
            "A method's full name or the end of it: FileOutputStream.write.");

    private TableTools() {}

    static List<AgentTool> all() {
        return List.of(
                new AgentTool("hotspots", "Rank methods by CPU", "Methods by their own system CPU, or all CPU.",
                        false, false, List.of(ReportTools.RECORDINGS, CPU, NATIVE, AgentTool.cursor()),
                        TableTools::hotspots),
                new AgentTool("callers", "Callers of a method", "The callers of a method, with their share of its CPU.",
                        false, false, List.of(ReportTools.RECORDINGS, METHOD, CPU, NATIVE, AgentTool.cursor()),
                        (arguments, call) -> butterfly("callers", arguments, call)),
                new AgentTool("callees", "Callees of a method", "The callees of a method, with their share of its CPU.",
                        false, false, List.of(ReportTools.RECORDINGS, METHOD, CPU, NATIVE, AgentTool.cursor()),
                        (arguments, call) -> butterfly("callees", arguments, call)),
                new AgentTool("compare", "Compare two recordings",
                        "CPU, system calls, methods and findings of two recordings, and whether a change can be chance."
                                + " Give the work done on both sides for CPU per unit of work.",
                        false, false, List.of(
                                Parameter.required("before", Kind.PATH, "The recording before the change."),
                                Parameter.required("after", Kind.PATH, "The recording after it."),
                                Parameter.of("workBefore", Kind.NUMBER, "Units of work done before."),
                                Parameter.of("workAfter", Kind.NUMBER, "Units of work done after."),
                                AgentTool.cursor()),
                        TableTools::compare),
                new AgentTool("latency", "What slow operations waited for",
                        "How long timed operations took and what slow ones waited for. Without operation: lists them.",
                        false, false, List.of(ReportTools.RECORDINGS,
                                Parameter.of("operation", Kind.NAME, "An event, such as jdk.SocketRead, or"
                                        + " EVENT:FIELD=VALUE."),
                                AgentTool.cursor()),
                        TableTools::latency));
    }

    private static List<String> command(String name, Arguments arguments, String... options) {
        List<String> words = new ArrayList<>(List.of(name, "--format", "json"));
        words.addAll(List.of(options));
        for (String flag : List.of("cpu", "native")) {
            if (arguments.flag(flag)) {
                words.add("--" + flag);
            }
        }
        words.addAll(arguments.existing("recordings"));
        return words;
    }

    private static Map<String, Object> totals(Map<String, Object> table) {
        Map<String, Object> head = Picked.of(table, "measure", "evidence=cpu.evidence", "samples=cpu.samples");
        head.put("cpuSeconds", Math.round(Picked.number(table, "cpu.nanos") / 1e7) / 100.0);
        head.put("systemSeconds", Math.round(Picked.number(table, "cpu.systemNanos") / 1e7) / 100.0);
        return head;
    }

    private static ToolAnswer hotspots(Arguments arguments, ToolCall call) throws InterruptedException {
        Map<String, Object> table = call.json(command("hotspots", arguments, "--top", MAX_ROWS),
                arguments.roots().first());
        Map<String, Object> head = totals(table);
        head.put("systemCalls", Picked.rows(table, "syscalls", "name", "share").stream().limit(5).toList());
        return new ToolAnswer(head, "methods", Picked.rows(table, "methods", "method", "kind", "exclusiveShare",
                "inclusiveShare", "exclusive", "inclusive", "userNanos", "systemNanos", "nanos", "share"),
                "call callers or callees with one of these methods, or analyze for findings");
    }

    private static ToolAnswer butterfly(String name, Arguments arguments, ToolCall call) throws InterruptedException {
        List<String> words = command(name, arguments, "--top", MAX_ROWS);
        words.add(arguments.text("method").orElseThrow());
        Map<String, Object> table = call.json(words, arguments.roots().first());
        Map<String, Object> head = totals(table);
        head.put("methods", Picked.rows(table, "methods", "method", "exclusiveShare", "inclusiveShare", "share")
                .stream().limit(5).toList());
        return new ToolAnswer(head, name, Picked.rows(table, name, "method", "kind", "share", "samples", "cause"),
                "call " + name + " again with one of these methods, or analyze for findings");
    }

    private static ToolAnswer compare(Arguments arguments, ToolCall call) throws InterruptedException {
        Roots roots = arguments.roots();
        List<String> words = new ArrayList<>(List.of("compare", "--format", "json", "--no-project"));
        arguments.number("workBefore").ifPresent(work -> words.addAll(List.of("--work-before", work.toString())));
        arguments.number("workAfter").ifPresent(work -> words.addAll(List.of("--work-after", work.toString())));
        for (String side : List.of("before", "after")) {
            String path = roots.existing(arguments.text(side).orElseThrow()).toString();
            if (path.contains(",")) {
                throw new RefusedCallException(side + ": a comma separates recordings: rename the file");
            }
            words.add(path);
        }
        Map<String, Object> comparison = call.json(words, roots.first());
        Map<String, Object> head = Picked.of(comparison, "different", "evidence", "per", "measure", "commonFactor");
        head.put("measures", Picked.rows(comparison, "measures", "name", "verdict", "before", "after"));
        return new ToolAnswer(head, "changes", Picked.rows(comparison, "changes", "subject", "name", "verdict",
                "before", "after", "relativeChange", "points", "chance", "class=site.class", "method=site.method",
                "path=site.path", "line=site.line", "createdClass=created.class", "createdLine=created.line"),
                next(comparison));
    }

    /** The recording that uses more is the one to look into. */
    private static String next(Map<String, Object> comparison) {
        String cpu = Picked.text(comparison, "changes.0.verdict");
        return Boolean.FALSE.equals(comparison.get("different"))
                ? "no change beyond chance: record longer on both sides if one is expected"
                : cpu.equals("larger") ? "call analyze on the recording after it for what to change"
                : cpu.equals("smaller") ? "less CPU after it: done; call analyze on the recording after it for the rest"
                : "the sum is the same: call callers on the methods that grew";
    }

    private static ToolAnswer latency(Arguments arguments, ToolCall call) throws InterruptedException {
        List<String> words = command("latency", arguments);
        arguments.text("operation").ifPresent(operation -> words.addAll(1, List.of("--operation", operation)));
        Map<String, Object> report = call.json(words, arguments.roots().first());
        Map<String, Object> head = Picked.of(report, "operation", "thresholdNanos", "throttle", "advice", "absences",
                "warnings");
        if (!arguments.has("operation")) {
            return new ToolAnswer(head, "operations", Picked.rows(report, "operations", "name", "count", "meanNanos",
                    "medianNanos=percentiles.50", "p99Nanos=percentiles.99", "maxNanos"),
                    "call latency with operation set to one of these");
        }
        List<Object> rows = new ArrayList<>();
        for (Object group : Picked.list(report, "groups")) {
            Map<String, Object> row = new LinkedHashMap<>(Picked.of(group, "name", "count", "meanNanos", "percentiles",
                    "maxNanos", "slowerThanNanos=outliers.slowerThanNanos", "slow=outliers.count",
                    "causes=outliers.causes"));
            row.put("slowest", Picked.rows(group, "outliers.slowest", "thread", "values", "durationNanos",
                    "firstCause", "details").stream().limit(3).toList());
            rows.add(row);
        }
        return new ToolAnswer(head, "groups", rows,
                "the causes say what slow operations waited for: change that, record with purpose=latency, compare");
    }
}
