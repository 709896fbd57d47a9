package dev.perfhint.cli.verify;

import dev.perfhint.cli.CliException;
import dev.perfhint.source.compile.ChangedClasses;
import dev.perfhint.source.compile.RunningCode;
import dev.perfhint.source.patch.FileChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tree with some fixes: built once, or with classes for the JVMs of the command.
 *
 * @param changes what it changes in the copy before each run; empty for one that was built
 * @param diff the same for a patch that cannot be taken apart; else empty
 * @param classes in the place of those that the JVMs have
 * @param buildFailure why the build failed
 * @param refusal why the fixes need a build
 */
record TrialTree(VerifyOptions options, WorkingCopy copy, List<FileChange> changes, byte[] diff,
        Map<String, byte[]> classes, Optional<String> buildFailure, Optional<String> refusal, Path scratch) {

    /** Applies fixes to a copy of its own and builds it. */
    static TrialTree build(VerifyOptions options, FixSubsets fixes, List<Integer> some, Path scratch)
            throws IOException {
        Path home = Files.createDirectories(scratch).resolve("tree");
        WorkingCopy copy = WorkingCopy.of(options.tree(), home, scratch.resolveSibling("tree"));
        List<FileChange> changes = some.isEmpty() ? List.of() : fixes.changes().apply(some);
        byte[] diff = some.isEmpty() || !changes.isEmpty() ? new byte[0] : fixes.diff().apply(some);
        TrialTree source =
                new TrialTree(options, copy, changes, diff, Map.of(), Optional.empty(), Optional.empty(), scratch);
        copy.enter();
        source.write();
        Optional<String> failure = source.runBuild();
        copy.leave();
        return new TrialTree(options, failure.isPresent() ? copy : copy.built(scratch.resolve("built")), List.of(),
                new byte[0], Map.of(), failure, Optional.empty(), scratch);
    }

    /** Compiles fixes against what the command runs; they are in the copy only while it runs. */
    static TrialTree patch(VerifyOptions options, FixSubsets fixes, List<Integer> some, WorkingCopy copy,
            HotPatch agent, Path scratch) throws IOException {
        List<FileChange> changes = some.isEmpty() ? List.of() : fixes.changes().apply(some);
        byte[] diff = some.isEmpty() || !changes.isEmpty() ? new byte[0] : fixes.diff().apply(some);
        List<FileChange> java = changes.stream().filter(change -> change.name().endsWith(".java")).toList();
        ChangedClasses compiled = java.isEmpty() ? new ChangedClasses(Map.of(), renamed(diff)) : agent.compile(java);
        Optional<String> other = changes.stream().map(FileChange::name)
                .filter(name -> name.matches(".*\\.(kt|scala|groovy)")).findFirst()
                .map(name -> name + " is not Java source");
        Path patched = copy.path().resolve(options.patched()).normalize();
        BuiltCopies built = BuiltCopies.of(changes, copy.path(), patched,
                agent.code().map(RunningCode::classPath).orElse(List.of()));
        List<FileChange> all = new ArrayList<>(changes);
        all.addAll(built.changes());
        return new TrialTree(options, copy, all, diff, compiled.classes(), Optional.empty(),
                other.or(compiled::refusal).or(built::refusal), Files.createDirectories(scratch));
    }

    private static Optional<String> renamed(byte[] diff) {
        boolean java = new String(diff, StandardCharsets.ISO_8859_1).lines()
                .anyMatch(line -> line.startsWith("+++ ") && line.stripTrailing().endsWith(".java"));
        return java ? Optional.of("the patch renames or deletes files") : Optional.empty();
    }

    private Optional<String> runBuild() throws IOException {
        return command(options.build().orElseThrow(), directory(), buildLog(), "")
                .map(failure -> "the build fails" + failure);
    }

    /** Runs a shell command to its end; returns its exit code and what it says where it fails. */
    private static Optional<String> command(String command, Path directory, Path log, String jvmOptions)
            throws IOException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", command)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        give(shell, jvmOptions);
        try {
            int code = shell.start().waitFor();
            String why = LogLine.of(log);
            return code == 0 ? Optional.empty()
                    : Optional.of(" (exit code " + code + ")" + (why.isEmpty() ? "" : ": " + why));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted", e);
        }
    }

    /** Gives options to every JVM that a command starts, after those that the user gives. */
    static void give(ProcessBuilder command, String jvmOptions) {
        if (!jvmOptions.isEmpty()) {
            command.environment().merge("JAVA_TOOL_OPTIONS", jvmOptions, (before, more) -> before + " " + more);
        }
    }

    Path directory() {
        return copy.path().resolve(options.directory());
    }

    /** Runs the command from the clean state. */
    Run run(HotPatch agent, Duration limit, boolean perf) throws IOException {
        prepare(agent);
        try {
            return MeasuredRun.of(options, copy, patchedFiles(), scratch, jvmOptions(agent), limit, perf);
        } finally {
            copy.leave();
        }
    }

    /** Runs the tests that {@code --check} names; returns how they fail. */
    Optional<String> check(HotPatch agent) throws IOException {
        prepare(agent);
        try {
            return command(options.check().orElseThrow(), directory(),
                    scratch.resolve("check.log"), jvmOptions(agent)).map(failure -> "the check fails" + failure);
        } finally {
            copy.leave();
        }
    }

    String jvmOptions(HotPatch agent) {
        return options.build().isPresent() && !agent.records() ? "" : agent.jvmOptions();
    }

    /** Brings copy and classes into the state that a run begins with. */
    void prepare(HotPatch agent) throws IOException {
        copy.enter();
        copy.restore();
        write();
        agent.place(classes);
        for (Path output : options.outputs()) {
            Path file = copy.path().resolve(output).normalize();
            if (!file.startsWith(copy.path()) || file.equals(copy.path()) || Files.isDirectory(file)) {
                throw new CliException(output
                        + ": is no file below the tree: give --output relative to its top");
            }
            Files.deleteIfExists(file);
        }
        if (options.testReports().isPresent()) {
            TestReports.delete(copy.path().resolve(options.testReports().get()));
        }
    }

    private void write() throws IOException {
        Path top = copy.path().resolve(options.patched()).normalize();
        for (FileChange change : changes) {
            Path file = top.resolve(change.name()).normalize();
            if (isInCopy(file)) {
                Files.createDirectories(file.getParent());
                Files.write(file, change.after());
            }
        }
        if (diff.length > 0) {
            PatchTool.apply(Files.write(scratch.resolve("fixes.patch"), diff), top);
        }
    }

    private boolean isInCopy(Path file) {
        return file.startsWith(copy.path()) && !file.toString().contains("!/")
                && (Files.isDirectory(file.getParent()) || !Files.exists(file.getParent()));
    }

    private Set<Path> patchedFiles() {
        Set<Path> files = new TreeSet<>();
        List<String> names = new ArrayList<>(changes.stream().map(FileChange::name).toList());
        if (diff.length > 0) {
            names.addAll(PatchTool.paths(scratch.resolve("fixes.patch")));
        }
        Path top = copy.path().resolve(options.patched()).normalize();
        names.forEach(name -> files.add(copy.path().relativize(top.resolve(name).normalize())));
        return files;
    }

    Path buildLog() {
        return scratch.resolve("build.log");
    }

    Path standardError() {
        return scratch.resolve("stderr");
    }
}
