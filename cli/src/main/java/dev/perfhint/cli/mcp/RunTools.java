package dev.perfhint.cli.mcp;

import dev.perfhint.cli.mcp.Parameter.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools that start commands: record, verify, fix. Each works in a directory below a root. */
final class RunTools {
    private static final int TAIL_CHARS = 1_500;
    private static final int MAX_NAMES = 10_000;
    private static final Parameter DIRECTORY = Parameter.of("directory", Kind.DIRECTORY,
            "Where the command is started (default: the first root).");

    private RunTools() {}

    static List<AgentTool> all() {
        return List.of(
                new AgentTool("record", "Record a program",
                        "Records a command until it ends, or a running JVM, with the engine that shows most.",
                        true, true, List.of(
                                Parameter.of("command", Kind.COMMAND, "Program and arguments, one text each."),
                                Parameter.of("pid", Kind.NUMBER, "A running JVM in place of a command."),
                                Parameter.of("seconds", Kind.NUMBER, "How long; required with pid."), DIRECTORY,
                                Parameter.of("output", Kind.NEW_FILE,
                                        "The recording, a new file (default: perfhint.jfr, perfhint-2.jfr ...)."),
                                Parameter.of("observe", Kind.FLAG, "Count what its streams do (default: true, of a"
                                        + " command)."),
                                Parameter.oneOf("purpose", "cpu for analyze, latency for the latency tool.", "cpu",
                                        "latency")),
                        RunTools::record),
                new AgentTool("verify", "Prove a patch",
                        "Runs the program with and without a patch in copies of the tree, and compares output, system"
                                + " calls and CPU.",
                        true, true, List.of(
                                Parameter.required("patch", Kind.PATH,
                                        "The patch, against the tree or a source directory below it."),
                                Parameter.required("run", Kind.SHELL, "Shell command that runs the program and ends."),
                                Parameter.of("build", Kind.SHELL, "Shell command that builds it, once in each copy."),
                                Parameter.of("tree", Kind.DIRECTORY, "What to copy (default: the first root)."),
                                Parameter.of("outputs", Kind.NAMES,
                                        "Files that the run writes, relative to the tree: compared byte for byte."),
                                Parameter.of("runs", Kind.NUMBER, "Runs of each copy (default: 3)."),
                                Parameter.of("timeLimitSeconds", Kind.NUMBER, "For one run (default: 60)."),
                                AgentTool.cursor()),
                        RunTools::verify),
                new AgentTool("fix", "Record, mend and prove in one step",
                        "Records a program, writes the fixes of what burns its system CPU, runs both in copies, and"
                                + " keeps the fixes that changed nothing but the cost.",
                        true, true, List.of(
                                Parameter.required("command", Kind.COMMAND,
                                        "Program and arguments, one text each; it has to end, unless load is given."),
                                DIRECTORY,
                                Parameter.of("sources", Kind.PATHS, "Directories with Java sources (default: found"
                                        + " below the directory by the names of classes)."),
                                Parameter.of("build", Kind.SHELL, "Shell command that builds it, once in each copy."),
                                Parameter.of("check", Kind.SHELL,
                                        "Shell command, such as tests, that has to succeed with the fixes too."),
                                Parameter.of("load", Kind.SHELL,
                                        "The program is a server: shell command to run when it listens."),
                                Parameter.of("runs", Kind.NUMBER, "Runs without and with the fixes (default: 3)."),
                                Parameter.of("timeLimitSeconds", Kind.NUMBER, "For one run (default: 600)."),
                                Parameter.of("output", Kind.NEW_FILE, "The patch file (default: perfhint.patch)."),
                                AgentTool.cursor()),
                        RunTools::fix));
    }

    private static ToolAnswer record(Arguments arguments, ToolCall call) throws InterruptedException {
        Path directory = arguments.directory("directory");
        boolean process = arguments.has("pid");
        if (process == arguments.has("command") || process && !arguments.has("seconds")) {
            throw new RefusedCallException("give either command, or pid and seconds");
        }
        Path output = arguments.text("output").map(arguments.roots()::written).orElseGet(() -> unused(directory));
        if (Files.exists(output)) {
            throw new RefusedCallException(output + ": exists: choose another output");
        }
        List<String> words = new ArrayList<>(List.of("record", "-o", output.toString()));
        arguments.number("seconds").ifPresent(seconds -> words.addAll(List.of("-d", seconds + "s")));
        arguments.text("purpose").ifPresent(purpose -> words.addAll(List.of("--for", purpose)));
        if (!process && arguments.has("observe") && !arguments.flag("observe")) {
            words.add("--no-observe");
        }
        if (process) {
            words.add(belowARoot(arguments.number("pid").orElseThrow(), arguments.roots()));
        } else {
            words.add("--");
            words.addAll(arguments.texts("command"));
        }
        PerfhintRun run = call.run(words, directory);
        if (!Files.exists(output)) {
            throw new RefusedCallException(run.reason());
        }
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("recording", output.toString());
        head.put("exitCode", run.code());
        head.put("said", run.messages());
        head.put("output", run.out().substring(Math.max(0, run.out().length() - TAIL_CHARS)));
        head.put("errors", run.errors());
        boolean latency = arguments.text("purpose").filter("latency"::equals).isPresent();
        String next = latency ? "call latency with this recording"
                : "call analyze with this recording and the directories of its sources";
        return new ToolAnswer(head, "", List.of(), run.code() == 0 ? next : "the program failed (exit code "
                + run.code() + "), the recording is of what it did until then: see errors; else " + next);
    }

    /** A JVM of another tree is not this client's to look into. */
    private static String belowARoot(long pid, Roots roots) {
        try {
            if (roots.isInside(Path.of("/proc/" + pid + "/cwd").toRealPath())) {
                return Long.toString(pid);
            }
        } catch (IOException unreadable) {
            // as if it were elsewhere
        }
        throw new RefusedCallException("pid " + pid + ": no process with a working directory below the roots");
    }

    private static Path unused(Path directory) {
        for (int i = 1; i < MAX_NAMES; i++) {
            Path file = directory.resolve(i == 1 ? "perfhint.jfr" : "perfhint-" + i + ".jfr");
            if (!Files.exists(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
                return file;
            }
        }
        throw new RefusedCallException("no free name for a recording: give output");
    }

    private static ToolAnswer fix(Arguments arguments, ToolCall call) throws InterruptedException {
        Path directory = arguments.directory("directory");
        Path patch = arguments.roots().written(arguments.text("output")
                .orElse(directory.resolve("perfhint.patch").toString()));
        List<String> words = new ArrayList<>(List.of("fix", "--patch", patch.toString()));
        arguments.existing("sources").forEach(each -> words.addAll(List.of("--source", each)));
        for (String name : List.of("build", "check", "load")) {
            arguments.text(name).ifPresent(line -> words.addAll(List.of("--" + name, line)));
        }
        limits(arguments, words);
        words.add("--");
        words.addAll(arguments.texts("command"));
        long before = patch.toFile().lastModified();
        PerfhintRun run = ToolCall.answered(call.run(words, directory));
        boolean written = patch.toFile().lastModified() != before;
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("written", written);
        if (written) {
            head.put("patch", patch.toString());
        }
        head.put("allPassed", run.code() == 0);
        head.put("said", run.messages());
        return new ToolAnswer(head, "result", run.out().lines().toList(), written
                ? "review the lines to review, apply the patch as the line that begins with wrote says; then record and"
                        + " compare"
                : "no fix passed: record, analyze and edit by hand as the findings' help says");
    }

    private static void limits(Arguments arguments, List<String> words) {
        arguments.number("runs").ifPresent(runs -> words.addAll(List.of("--runs", runs.toString())));
        arguments.number("timeLimitSeconds").ifPresent(limit -> words.addAll(List.of("--time-limit", limit + "s")));
    }

    private static ToolAnswer verify(Arguments arguments, ToolCall call) throws InterruptedException {
        Path tree = arguments.directory("tree");
        Path patch = arguments.roots().existing(arguments.text("patch").orElseThrow());
        List<String> words = new ArrayList<>(List.of("verify", "--patch", patch.toString(), "--tree", tree.toString(),
                "--run", arguments.text("run").orElseThrow()));
        arguments.text("build").ifPresent(build -> words.addAll(List.of("--build", build)));
        arguments.texts("outputs").forEach(each -> words.addAll(List.of("--output", each)));
        limits(arguments, words);
        PerfhintRun run = ToolCall.answered(call.run(words, tree));
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("better", run.code() == 0);
        head.put("said", run.messages());
        return new ToolAnswer(head, "result", run.out().lines().toList(), run.code() == 0
                ? "same output at less cost: review the patch and apply it as said; then record and compare"
                : "not better, or a fix fails: said names the patch of those that pass, where some do");
    }
}
