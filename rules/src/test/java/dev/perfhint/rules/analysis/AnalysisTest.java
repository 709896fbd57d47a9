package dev.perfhint.rules.analysis;

import static dev.perfhint.rules.Reports.ARRAY_READ;
import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.SINGLE_WRITE;
import static dev.perfhint.rules.Reports.WRITE;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.IoOperation.Kind;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.NotEvaluated;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnalysisTest {
    @Test
    void givesEachRowToOneFinding() {
        Profile profile = Stacks.kernel(
                        "app.Main.run:12;" + SINGLE_WRITE + " 100",
                        "app.Main.run:13;java.io.DataOutputStream.writeInt:197;" + ARRAY_WRITE + " 100",
                        "app.Main.copy:20;" + ARRAY_READ + " 100",
                        "app.Main.copy:21;" + ARRAY_WRITE + " 100",
                        "app.Main.fault:30;asm_exc_page_fault_[k];handle_mm_fault_[k] 600")
                .io(Kind.FILE_READ, "app.Main.copy:20", "/a", 5, 512)
                .profile();

        Report report = Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS);

        assertThat(report.findings()).extracting(Finding::rule)
                .containsExactlyInAnyOrder(
                        "unbuffered-file-write", "small-copy-buffer", "page-fault-churn");
        long explained = report.findings().stream().mapToLong(Finding::samples).sum();
        assertThat(report.account().stream().mapToLong(AccountRow::samples).sum())
                .isEqualTo(CpuTotals.best(profile).systemSamples()).isEqualTo(1_000);
        assertThat(report.account().stream().mapToDouble(AccountRow::share).sum()).isCloseTo(1, within(0.001));
        assertThat(report.account().stream().filter(row -> !row.findings().isEmpty()).mapToLong(AccountRow::samples).sum())
                .isEqualTo(explained);
        assertThat(report.account()).filteredOn(row -> row.cause() == Cause.PAGE_FAULT)
                .singleElement().returns(600L, AccountRow::samples);
    }

    @Test
    void staysSilentBelowTheFloors() {
        String write = "app.Main.run:12;" + SINGLE_WRITE;
        String other = "app.Main.sync:9;sun.nio.ch.EPoll.wait;" + KERNEL + "__x64_sys_epoll_wait_[k]";
        assertThat(report(Stacks.kernel(write + " 19")).counting()).as("19 samples").isEmpty();
        assertThat(report(Stacks.kernel(write + " 30", other + " 13000")).findings()).as("0.23 % of system CPU").isEmpty();
        assertThat(report(Stacks.kernel(write + " 30", "app.Main.compute 65000")).findings()).as("0.046 % of CPU").isEmpty();
        assertThat(report(Stacks.kernel(write + " 30", other + " 900")).findings()).hasSize(1);
    }

    @Test
    void tellsTheGradeAndCapsSeverityOfEstimates() {
        String stack = "app.Main.run:12;java.io.FileOutputStream.write:300;java.io.FileOutputStream.write";
        Finding stubs = only(Stacks.at(Evidence.SYSCALL_STUBS, stack + ";writeSingle;__GI_write 600"));
        Finding estimate = only(Stacks.at(Evidence.JFR_ESTIMATE, stack + " 600"));

        assertThat(stubs.evidence()).isEqualTo(Evidence.SYSCALL_STUBS);
        assertThat(stubs.severity()).isEqualTo(Severity.HIGH);
        assertThat(estimate.evidence()).isEqualTo(Evidence.JFR_ESTIMATE);
        assertThat(estimate.severity()).isEqualTo(Severity.MEDIUM);
        assertThat(estimate.id()).isEqualTo(stubs.id());
    }

    @Test
    void ranksByCallsWithoutCpuEvidence() {
        Stacks stacks = Stacks.at(Evidence.NONE)
                .io(Kind.FILE_WRITE, "app.Main.run:12", "/data/out", 100, 1)
                .io(Kind.FILE_READ, "app.Main.load:40;java.io.BufferedInputStream.read:9;java.io.FileInputStream.read:3", "/in", 100, 8192)
                .io(Kind.FILE_WRITE, "app.Main.rare:12", "/data/out", 10, 1);

        Finding finding = only(stacks);

        assertThat(finding.evidence()).isEqualTo(Evidence.IO_EVENTS);
        assertThat(finding.severity()).isEqualTo(Severity.LOW);
        assertThat(finding.systemShare()).isEmpty();
        assertThat(finding.savingCpuShare()).isEmpty();
        assertThat(finding.facts()).containsEntry("recordedCalls", 100L).containsEntry("recordedBytes", 100L);
        assertThat(finding.message()).isEqualTo(
                "an unbuffered FileOutputStream, RandomAccessFile or FileChannel costs one system call per byte");
    }

    @Test
    void saysWhatIsNotEvaluated() {
        Report nothing = report(Stacks.at(Evidence.NONE, "app.Main.run 100"));
        assertThat(nothing.findings()).isEmpty();
        assertThat(nothing.notEvaluated()).hasSize(Rules.all().size());
        assertThat(nothing.notEvaluated().get(0).reason()).startsWith("no system-CPU evidence in the recording");

        AnalysisOptions without = new AnalysisOptions(Set.of(), Set.of("unbuffered-file-write"), 0.01, List.of(), false, false);
        Report ignored = Analysis.run(Stacks.kernel("app.Main.run:12;" + SINGLE_WRITE + " 600").profile(), Optional.empty(), without);
        assertThat(ignored.findings()).isEmpty();
        assertThat(ignored.notEvaluated()).containsExactly(new NotEvaluated("unbuffered-file-write", "not asked for"));
    }

    @Test
    void reportsLibraryCallsToTheirMaintainers() {
        Finding finding = only(Stacks.kernel(
                "org.apache.acme.Server.run:5;org.apache.acme.Store.put:77;" + SINGLE_WRITE + " 100", "app.Main.run:3 100"));

        assertThat(finding.owner()).isEqualTo(Owner.LIBRARY);
        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.libraryReport().orElseThrow())
                .contains("org.apache.acme.Store.put(Store.java:77)")
                .contains("at most 50.0 % of the run's CPU time")
                .contains("BufferedOutputStream");
    }

    @Test
    void groupsByCreationAndNamesTheLibraryCall(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("app/Main.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                package app;
                import java.io.*;
                class Main {
                    public static void main(String[] args) throws IOException {
                        try (FileOutputStream out = new FileOutputStream("x")) {
                            one(out);
                            new lib.Printer(out).print(3);
                        }
                    }
                    static void one(OutputStream out) throws IOException {
                        out.write(1);
                    }
                }
                """);
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        Profile profile = Stacks.kernel(
                        "app.Main.main:6;app.Main.one:11;" + SINGLE_WRITE + " 60",
                        "app.Main.main:7;lib.Printer.print:9;" + SINGLE_WRITE + " 40")
                .profile();

        Report report = Analysis.run(profile, Optional.of(sources), AnalysisOptions.DEFAULTS);

        Finding finding = report.findings().get(0);
        assertThat(finding.created().orElseThrow().line()).isEqualTo(5);
        assertThat(finding.created().orElseThrow().path()).isEqualTo("app/Main.java");
        assertThat(finding.site().line()).isEqualTo(11);
        assertThat(finding.owner()).isEqualTo(Owner.APPLICATION);
    }

    @Test
    void keepsIdsAcrossJdksAndUnrelatedLines() {
        Finding on17 = only(Stacks.kernel("app.Main.run:12;java.nio.channels.Channels$1.write:171;java.io.OutputStream.write:127;"
                + "java.nio.channels.Channels$1.write:198;java.nio.channels.Channels.writeFully:96;sun.nio.ch.FileChannelImpl.write:288;"
                + "sun.nio.ch.IOUtil.write:97;sun.nio.ch.FileDispatcherImpl.write0;__GI_write;" + WRITE + " 50"));
        Finding on25 = only(Stacks.kernel("app.Main.run:99;sun.nio.ch.ChannelOutputStream.write:60;java.io.OutputStream.write:127;"
                + "sun.nio.ch.ChannelOutputStream.write:99;sun.nio.ch.FileChannelImpl.write:288;sun.nio.ch.FileChannelImpl.implWrite:290;"
                + "sun.nio.ch.UnixFileDispatcherImpl.write0;__GI_write;" + WRITE + " 50"));

        assertThat(on25.message()).isEqualTo(on17.message())
                .isEqualTo("OutputStream.write on an unbuffered Files.newOutputStream costs one system call per byte");
        assertThat(on25.id()).isEqualTo(on17.id());
    }

    @Test
    void givesTheChainTheShareThatFlowsThroughEachFrame() {
        Finding finding = only(Stacks.kernel(
                "java.lang.Thread.run:9;app.Main.main:3;app.Main.left:7;app.Store.put:20;" + SINGLE_WRITE + " 60",
                "java.lang.Thread.run:9;app.Main.main:3;app.Main.right:8;app.Store.put:20;" + SINGLE_WRITE + " 40"));

        assertThat(finding.chain()).extracting(ChainFrame::text, ChainFrame::share).containsExactly(
                tuple("app.Store.put(Store.java:20)", 1.0), tuple("app.Main.left(Main.java:7)", 0.6),
                tuple("app.Main.main(Main.java:3)", 1.0), tuple("java.lang.Thread.run(Thread.java:9)", 1.0));
    }

    @Test
    void givesTheSameIdAndSeverityWithSources(@TempDir Path directory) throws Exception {
        Files.createDirectories(directory.resolve("app"));
        Files.writeString(directory.resolve("app/Main.java"), """
                package app;
                class Main {
                    static void run(org.apache.acme.Sink sink) {
                        sink.put(1);
                    }
                }
                """);
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        String[] lines = {"app.Main.run:4;org.apache.acme.Sink.put:20;" + SINGLE_WRITE + " 60",
            "app.Main.run:4;org.apache.acme.Sink.add:9;" + SINGLE_WRITE + " 40"};

        Finding without = only(Stacks.kernel(lines));
        Finding with = Analysis.run(Stacks.kernel(lines).profile(), Optional.of(sources), AnalysisOptions.DEFAULTS).findings().get(0);

        assertThat(with.id()).isEqualTo(without.id());
        assertThat(with.severity()).isEqualTo(without.severity()).isEqualTo(Severity.HIGH);
    }

    private static Report withSources(Path directory, String... lines) throws Exception {
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return Analysis.run(Stacks.kernel(lines).profile(), Optional.of(sources), AnalysisOptions.DEFAULTS);
    }
}
