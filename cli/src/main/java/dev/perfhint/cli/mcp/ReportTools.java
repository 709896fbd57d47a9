package dev.perfhint.cli.mcp;

import dev.perfhint.cli.mcp.Parameter.Kind;
import dev.perfhint.rules.Rules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools that say what is wrong and mend it: analyze, patch, explain. */
final class ReportTools {
    static final Parameter RECORDINGS = Parameter.required("recordings", Kind.PATHS,
            "Recordings of one program: JFR, perfhint profiles, pprof, OTLP, perf script, collapsed stacks.");
    private static final Parameter SOURCES = Parameter.of("sources", Kind.PATHS,
            "Directories with Java sources, at any level above the packages.");
    private static final Parameter CLASSPATH = Parameter.of("classpath", Kind.PATHS,
            "Jars and class directories that the sources compile against.");
    private static final Parameter APP_PACKAGES = Parameter.of("appPackages", Kind.NAMES,
            "Packages that are the application's, whatever they look like.");
    private static final Parameter RULES = Parameter.of("rules", Kind.NAMES, "Only these rules, by id.");
    private static final int PART_CHARS = 3_500;

    private ReportTools() {}

    static List<AgentTool> all() {
        return List.of(
                new AgentTool("analyze", "Find what burns system CPU",
                        "Findings on recordings: which code burns system CPU, how much a change saves, and, with"
                                + " sources, where to edit.",
                        false, false, List.of(RECORDINGS, SOURCES, CLASSPATH, APP_PACKAGES, RULES, AgentTool.cursor()),
                        ReportTools::analyze),
                new AgentTool("patch", "Write the patch",
                        "Writes the fixes of the findings as a unified diff, compiled where the class path is given."
                                + " Edits no source file.",
                        false, true, List.of(RECORDINGS, required(SOURCES), CLASSPATH, APP_PACKAGES, RULES,
                                Parameter.of("safeOnly", Kind.FLAG,
                                        "Only fixes that need no review."),
                                Parameter.of("output", Kind.NEW_FILE, "The patch file (default: perfhint.patch)."),
                                AgentTool.cursor()),
                        ReportTools::patch),
                new AgentTool("explain", "Explain a rule or a cause",
                        "The page of a rule or of a cause of system CPU: what it is, why it costs, how safe a fix is;"
                                + " fix-safety says what safe and unsafe mean.",
                        false, false, List.of(
                                Parameter.required("name", Kind.NAME, "A rule's id or a cause, as findings name them."),
                                AgentTool.cursor()),
                        ReportTools::explain));
    }

    static Parameter required(Parameter optional) {
        return Parameter.required(optional.name(), optional.kind(), optional.description());
    }

    private static ToolAnswer analyze(Arguments arguments, ToolCall call) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("analyze", "--format", "json"));
        words.addAll(sources(arguments));
        words.addAll(arguments.existing("recordings"));
        Map<String, Object> report = call.json(words, arguments.roots().first());
        Map<String, Object> head = Picked.of(report, "systemShareOfCpu=cpu.systemShare", "samples=cpu.samples",
                "evidence=cpu.evidence", "durationMillis=recordings.0.durationMillis", "waiting=waiting.text",
                "waitingHelp=waiting.help", "warnings", "recordingWarnings=recordings.0.warnings");
        head.put("cpuSeconds", Math.round(Picked.number(report, "cpu.nanos") / 1e7) / 100.0);
        List<Map<String, Object>> causes = Picked.rows(report, "account", "cause", "performer", "object", "share",
                "verdict", "why").stream().limit(6).toList();
        head.put("systemCpuByCause", causes);
        List<Map<String, Object>> findings = Picked.rows(report, "findings", "id", "rule", "severity", "confidence",
                "message", "cpuShare", "predictedSavingOfCpu=predictedSaving.cpuShare", "class=site.class",
                "method=site.method", "path=site.path", "line=site.line", "createdClass=created.class",
                "createdPath=created.path", "createdLine=created.line", "help", "notes", "advice",
                "fix=fix.applicability",
                "fixTitle=fix.title", "review=fix.reasons");
        head.put("findingsInAll", findings.size());
        String base = Picked.text(report, "sourceBase");
        findings.forEach(finding -> List.of("path", "createdPath").forEach(key -> finding.computeIfPresent(
                key, (name, path) -> Path.of(base).resolve(path.toString()).toString())));
        List<?> all = Picked.list(report, "findings");
        for (int i = 0; i < findings.size(); i++) {
            List<String> edited = edited(base, all.get(i));
            if (!edited.isEmpty()) {
                findings.get(i).put("fixPaths", edited);
            }
            List<String> reviews = Picked.list(all.get(i), "fix.hazards").stream().map(ReportTools::review).toList();
            if (!reviews.isEmpty()) {
                findings.get(i).put("review", reviews);
            }
        }
        return new ToolAnswer(head, "findings", findings, next(arguments, findings, causes));
    }

    /** Lines of a review may be in another file than the finding. */
    private static String review(Object hazard) {
        String path = Picked.text(hazard, "path");
        return (path.isEmpty() ? "" : Path.of(path).getFileName() + ":" + Picked.text(hazard, "line") + ": ")
                + Picked.text(hazard, "text");
    }

    /** Returns the files that a finding's fix changes, without those that it adds. */
    private static List<String> edited(String base, Object finding) {
        return Picked.list(finding, "fix.edits").stream().filter(edit -> Picked.at(edit, "create") == null)
                .map(edit -> Path.of(base).resolve(Picked.text(edit, "path")).toString()).distinct().toList();
    }

    private static String next(Arguments arguments, List<Map<String, Object>> findings,
            List<Map<String, Object>> causes) {
        if (findings.isEmpty() && causes.stream().anyMatch(row -> "redesign".equals(row.get("verdict")))) {
            return "no finding, but a row of systemCpuByCause has what to redesign: edit by hand, record, compare";
        }
        if (findings.isEmpty()) {
            return "no finding: call hotspots with cpu=true for where CPU time goes, or latency for what it waits for";
        }
        if (!arguments.has("sources")) {
            return "call analyze again with sources, the directories of the Java code, for places to edit and fixes";
        }
        boolean fix = findings.stream().anyMatch(finding -> finding.containsKey("fix"));
        return fix ? "call patch with the same recordings and sources, then verify"
                : "call explain with the finding's rule, callers with its method; edit by hand, record again, compare";
    }

    private static ToolAnswer patch(Arguments arguments, ToolCall call) throws InterruptedException {
        Roots roots = arguments.roots();
        Path file = roots.written(arguments.text("output").orElse("perfhint.patch"));
        List<String> words = new ArrayList<>(List.of("analyze", "--format", "json", "--fix", "--patch",
                file.toString()));
        if (arguments.flag("safeOnly")) {
            words.add("--safe-only");
        }
        words.addAll(sources(arguments));
        words.addAll(arguments.existing("recordings"));
        long before = lastModified(file);
        PerfhintRun run = ToolCall.answered(call.run(words, roots.first()));
        if (lastModified(file) == before) {
            return new ToolAnswer(Map.of("written", false, "why", run.reason()), "", List.of(),
                    "call patch without safeOnly if fixes need a review, else edit by hand as the findings' help says");
        }
        String diff = read(file);
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("written", true);
        head.put("patch", file.toString());
        head.put("said", run.messages());
        Map<String, Object> report = call.parsed(words, run);
        List<String> newer = newer(report, arguments.existing("recordings"));
        if (!newer.isEmpty()) {
            head.put("changedSinceTheRecording", newer);
        }
        List<Map<String, Object>> fixes = Picked.rows(report, "findings", "fix=fix.applicability",
                "title=fix.title", "compiled=fix.checks.compiled").stream().filter(fix -> !fix.isEmpty()).toList();
        boolean safeOnly = arguments.flag("safeOnly");
        head.put("fixes", fixes.stream().filter(fix -> !safeOnly || "safe".equals(fix.get("fix"))).toList());
        if (safeOnly) {
            head.put("leftOut", fixes.stream().filter(fix -> !"safe".equals(fix.get("fix"))).toList());
        }
        return new ToolAnswer(head, "diff", Texts.parts(diff, PART_CHARS),
                newer.isEmpty() ? "call verify with this patch and the command that runs the program; review what the"
                        + " patch's head says"
                        : "the sources changed since the recording: call record again, then patch");
    }

    /** Returns the files of the fixes that were changed after the last recording: what it shows may be mended. */
    private static List<String> newer(Map<String, Object> report, List<String> recordings) {
        long recorded = recordings.stream().mapToLong(each -> lastModified(Path.of(each))).max().orElse(0);
        return Picked.list(report, "findings").stream()
                .flatMap(finding -> edited(Picked.text(report, "sourceBase"), finding).stream()).distinct()
                .filter(each -> lastModified(Path.of(each)) > recorded).toList();
    }

    private static ToolAnswer explain(Arguments arguments, ToolCall call) throws InterruptedException {
        String name = arguments.text("name").orElseThrow();
        String page = call.text(List.of("explain", name), arguments.roots().first());
        return new ToolAnswer(Map.of(), "page", Texts.parts(page.replace("](../reference/fix-safety.md)",
                "](perfhint://rules/fix-safety)"), PART_CHARS), Rules.find(name).isPresent()
                        ? "apply it to the finding's place" : "analyze says which findings have it");
    }

    /** Returns the options of the sources: nothing of a build file is read, which may name places outside the roots. */
    static List<String> sources(Arguments arguments) {
        List<String> words = new ArrayList<>(List.of("--no-project"));
        arguments.existing("sources").forEach(each -> words.addAll(List.of("--source", each)));
        List<String> classpath = arguments.existing("classpath");
        if (!classpath.isEmpty()) {
            words.addAll(List.of("--classpath", String.join(java.io.File.pathSeparator, classpath)));
        }
        arguments.texts("appPackages").forEach(each -> words.addAll(List.of("--app-package", each)));
        arguments.texts("rules").forEach(each -> words.addAll(List.of("--only", each)));
        return words;
    }

    private static long lastModified(Path file) {
        return file.toFile().lastModified();
    }

    private static String read(Path file) {
        try {
            return java.nio.file.Files.readString(file);
        } catch (java.io.IOException e) {
            throw new RefusedCallException(file + ": " + e.getMessage());
        }
    }
}
