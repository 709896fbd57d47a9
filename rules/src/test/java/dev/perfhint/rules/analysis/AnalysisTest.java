package dev.perfhint.rules.analysis;

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
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.NotEvaluated;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
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
    private static final String KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";
    private static final String WRITE = KERNEL + "__x64_sys_write_[k];ksys_write_[k];vfs_write_[k]";
    private static final String READ = KERNEL + "__x64_sys_read_[k];ksys_read_[k];vfs_read_[k]";
    private static final String SINGLE_WRITE =
            "java.io.FileOutputStream.write:300;java.io.FileOutputStream.write;writeSingle;__GI_write;" + WRITE;
    private static final String ARRAY_WRITE =
            "java.io.FileOutputStream.write:340;java.io.FileOutputStream.writeBytes;writeBytes;__GI_write;" + WRITE;
    private static final String ARRAY_READ =
            "java.io.FileInputStream.read:276;java.io.FileInputStream.readBytes;readBytes;__GI_read;" + READ;

    @Test
    void flagsSingleByteWrites() {
        Finding finding = only(Stacks.kernel("app.Main.run:12;" + SINGLE_WRITE + " 600", "app.Main.compute:20 400"));

        assertThat(finding.rule()).isEqualTo("unbuffered-file-write");
        assertThat(finding.message()).isEqualTo("FileOutputStream.write(int) costs one system call per byte");
        assertThat(finding.systemShare()).hasValue(1.0);
        assertThat(finding.cpuShare()).hasValue(0.6);
        assertThat(finding.savingCpuShare().orElseThrow().low()).isBetween(0.5, 0.54);
        assertThat(finding.severity()).isEqualTo(Severity.HIGH);
        assertThat(finding.site()).isEqualTo(new Site("app.Main", "run", "Main.java", 12, 0, "", 600, 600_000_000L));
        assertThat(finding.chain()).extracting(ChainFrame::text).containsExactly("app.Main.run(Main.java:12)");
        assertThat(finding.facts()).containsEntry("bytesPerCall", 1.0).containsEntry("callee", "java.io.FileOutputStream.write");
    }

    @Test
    void leavesArrayWritesOfUnknownSize() {
        assertThat(report(Stacks.kernel("app.Main.run:12;" + ARRAY_WRITE + " 600")).findings()).isEmpty();
    }

    @Test
    void guessesTheSizeOfWhatAChannelAppendsOnly() {
        String channel = "app.Main.run:12;sun.nio.ch.FileChannelImpl.write:280;sun.nio.ch.IOUtil.write:76;"
                + "sun.nio.ch.FileDispatcherImpl.";
        String append = channel + "write0;" + WRITE;
        String place = channel + "pwrite0;" + KERNEL + "__x64_sys_pwrite64_[k];vfs_write_[k]";
        String copy = ";copy_folio_from_iter_[k]";
        assertThat(report(Stacks.kernel(append + " 280", append + copy + " 20")).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.rule()).isEqualTo("unbuffered-file-write"));
        assertThat(report(Stacks.kernel(place + " 280", place + copy + " 20")).findings()).isEmpty();
        String seek = "app.Main.seek:9;sun.nio.ch.FileChannelImpl.position:400;" + KERNEL + "__x64_sys_lseek_[k]";
        assertThat(report(Stacks.kernel(append + " 280", append + copy + " 20", seek + " 5")).findings())
                .as("what is positioned may overwrite").isEmpty();
    }

    @Test
    void seesSingleBytesBelowAnEncoder() {
        Report report = report(Stacks.kernel("app.Main.run:12;java.io.OutputStreamWriter.flush;sun.nio.cs.StreamEncoder.flush;"
                + "sun.nio.cs.StreamEncoder.implFlush;sun.nio.cs.StreamEncoder.writeBytes;java.io.FilterOutputStream.write;"
                + "java.io.FilterOutputStream.write;java.io.FileOutputStream.write;java.io.FileOutputStream.write;writeSingle;"
                + "__GI___write;ksys_write_[k] 100"));
        assertThat(report.findings()).singleElement().satisfies(finding -> assertThat(finding.rule())
                .isEqualTo("unbuffered-file-write"));
    }

    @Test
    void seesSingleBytesBelowAWriterOfTheJdkThatIsInNoTable() {
        String writer = "com.sun.xml.internal.stream.writers.";
        String call = "app.Main.run:12;" + writer + "XMLStreamWriterImpl.writeCharacters;" + writer + "UTF8OutputStreamWriter.write;";
        assertThat(report(Stacks.kernel(call + SINGLE_WRITE + " 100")).findings()).singleElement().satisfies(finding ->
                assertThat(finding.message())
                        .isEqualTo("XMLStreamWriterImpl.writeCharacters on an unbuffered FileOutputStream costs one system call per byte"));
        assertThat(report(Stacks.kernel(call + ARRAY_WRITE + " 100")).findings()).isEmpty();
    }

    @Test
    void takesSizesFromEventsOfTheSameLine() {
        Stacks stacks = Stacks.kernel("app.Main.run:12;" + ARRAY_WRITE + " 600", "app.Main.bulk:30;" + ARRAY_WRITE + " 300")
                .io(Kind.FILE_WRITE, "app.Main.run:12", "/data/out", 10, 40)
                .io(Kind.FILE_WRITE, "app.Main.bulk:30;java.io.FileOutputStream.write:340", "/data/bulk", 10, 65_536);

        Finding finding = only(stacks);

        assertThat(finding.site().line()).isEqualTo(12);
        assertThat(finding.facts()).containsEntry("bytesPerCall", 40.0).containsEntry("path", "/data/out")
                .containsEntry("recordedCallsAreSampled", true);
        assertThat(finding.notes()).contains("40 bytes per call: file or socket events of the same line");
    }

    @Test
    void saysHowTheSizeInItsMessageIsKnown() {
        Finding finding = only(Stacks.kernel(
                "app.Main.zip:12;java.util.zip.ZipOutputStream.closeEntry:268;java.util.zip.DeflaterOutputStream.deflate:284;"
                        + ARRAY_WRITE + " 100",
                "app.Main.zip:12;java.util.zip.ZipOutputStream.putNextEntry:250;java.util.zip.ZipOutputStream.writeLOC:409;"
                        + "java.util.zip.ZipOutputStream.writeShort:794;" + SINGLE_WRITE + " 90",
                "app.Main.zip:12;java.util.zip.ZipOutputStream.closeEntry:270;java.util.zip.ZipOutputStream.writeEXT:500;"
                        + "java.util.zip.ZipOutputStream.writeInt:805;" + SINGLE_WRITE + " 90"));

        assertThat(finding.message()).contains("one system call per byte");
        assertThat(finding.notes()).contains("one byte per call (single-byte method on the stack)")
                .noneMatch(note -> note.startsWith("512 bytes"));
    }

    @Test
    void namesTheSettingOfALoggerThatFlushesEachRecord() {
        String log4j = "app.Main.serve:12;org.apache.logging.log4j.spi.AbstractLogger.info:1757;"
                + "org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender.directEncodeEvent:229;"
                + "org.apache.logging.log4j.core.appender.OutputStreamManager.flush:307;"
                + "org.apache.logging.log4j.core.appender.OutputStreamManager.flushBuffer:296;";
        Finding finding = only(Stacks.kernel(log4j + ARRAY_WRITE + " 300"));

        assertThat(finding.rule()).isEqualTo("log-write-per-event");
        assertThat(finding.message()).isEqualTo("Log4j 2 writes every event to its file unbuffered: one "
                                                        + "system call each");
        assertThat(finding.advice().get(0).advice().after().orElseThrow()).contains("immediateFlush");
        AnalysisOptions own = new AnalysisOptions(Set.of(), Set.of(), 0.01, List.of("org.apache.logging"), false, false);
        assertThat(Analysis.run(Stacks.kernel(log4j + ARRAY_WRITE + " 300").profile(), Optional.empty(), own).findings())
                .as("with the library's own sources").extracting(Finding::rule).containsExactly("log-write-per-event");
        String full = log4j.replace("OutputStreamManager.flush:307;", "OutputStreamManager.write:200;");
        assertThat(report(Stacks.kernel(full + ARRAY_WRITE + " 300")).findings()).as("a full buffer").isEmpty();
    }

    @Test
    void knowsThatFileHandlerFlushesEachRecord() {
        Finding finding = only(Stacks.kernel("app.Main.serve:12;java.util.logging.Logger.info:1000;java.util.logging.Logger.log:900;"
                + "java.util.logging.FileHandler.publish:700;java.util.logging.StreamHandler.flush:250;java.io.OutputStreamWriter.flush:200;"
                + "sun.nio.cs.StreamEncoder.flush:150;java.io.BufferedOutputStream.flush:120;"
                + "java.util.logging.FileHandler$MeteredStream.write:190;" + ARRAY_WRITE + " 300"));

        assertThat(finding.rule()).isEqualTo("log-write-per-event");
        assertThat(finding.site().line()).isEqualTo(12);
        assertThat(finding.advice().get(0).advice().after().orElseThrow()).contains("StreamHandler");
    }

    @Test
    void gathersAStoresFilesAndNamesItsSettings() {
        String step = "app.Main.save:12;org.sqlite.jdbc3.JDBC3PreparedStatement.executeUpdate:105;org.sqlite.core.NativeDB.step;";
        Finding finding = only(Stacks.kernel(
                step + "sqlite3_step;fsync;" + KERNEL + "__x64_sys_fsync_[k];ext4_sync_file_[k] 300",
                step + "sqlite3_step;open64;" + KERNEL + "__x64_sys_openat_[k];path_openat_[k];ext4_create_[k] 200",
                step + "sqlite3_step;unlink;" + KERNEL + "__x64_sys_unlink_[k];ext4_unlink_[k] 100"));

        assertThat(finding.rule()).isEqualTo("sync-per-record");
        assertThat(finding.message()).isEqualTo("SQLite commits every few rows: each commit syncs its files");
        assertThat(finding.samples()).isEqualTo(600);
        assertThat(finding.advice()).extracting(one -> one.advice().after().orElse("")).anyMatch(lines -> lines.contains("journal_mode=WAL"));
    }

    @Test
    void callsGroupCommitInherent() {
        Report report = report(Stacks.kernel("org.apache.zookeeper.server.SyncRequestProcessor.run:190;"
                + "org.apache.zookeeper.server.persistence.FileTxnLog.commit:400;sun.nio.ch.FileChannelImpl.force:460;"
                + "sun.nio.ch.FileDispatcherImpl.force0;fdatasync;" + KERNEL + "__x64_sys_fdatasync_[k];ext4_sync_file_[k] 300"));

        assertThat(report.findings()).isEmpty();
        assertThat(report.account().get(0).why()).contains("one sync for the group of transactions");
    }

    @Test
    void gathersWhatAHandlerAsksForEachRequest() {
        String handler = "io.undertow.server.handlers.resource.ResourceHandler.handleRequest:200;"
                + "io.undertow.server.handlers.resource.PathResourceManager.getResource:150;";
        Finding finding = only(Stacks.kernel(
                handler + "java.nio.file.Files.exists:2500;sun.nio.fs.UnixNativeDispatcher.exists0;access;" + KERNEL
                        + "__x64_sys_access_[k];do_faccessat_[k] 300",
                handler + "java.nio.channels.FileChannel.open:350;sun.nio.fs.UnixNativeDispatcher.open0;open64;" + KERNEL
                        + "__x64_sys_openat_[k];path_openat_[k] 200"));

        assertThat(finding.rule()).isEqualTo("file-metadata-storm");
        assertThat(finding.message()).isEqualTo("Undertow's ResourceHandler looks up the file for every "
                                                        + "request");
        assertThat(finding.samples()).isEqualTo(500);
        assertThat(finding.advice().get(0).advice().after().orElseThrow()).contains("CachingResourceManager");
    }

    @Test
    void flagsBytesToTheJdksHttpServer() {
        String answer = "app.Main.answer:22;sun.net.httpserver.PlaceholderOutputStream.write:453;"
                + "sun.net.httpserver.FixedLengthOutputStream.write:65;sun.net.httpserver.Request$WriteStream.write:403;";
        String channel = "sun.nio.ch.SocketChannelImpl.write:532;sun.nio.ch.IOUtil.write:53;sun.nio.ch.SocketDispatcher.write:62;"
                + "sun.nio.ch.FileDispatcherImpl.write0;__GI_write;" + WRITE;
        Finding finding = only(Stacks.kernel(answer + "sun.net.httpserver.Request$WriteStream.write:424;" + channel + " 300"));

        assertThat(finding.rule()).isEqualTo("unbuffered-socket-write");
        assertThat(finding.message()).isEqualTo("OutputStream.write on an unbuffered socket stream costs one system call per byte");
        assertThat(report(Stacks.kernel(answer + channel + " 300")).findings()).as("an array").isEmpty();
    }

    @Test
    void saysWhenCallsOfUnknownSizeAreProbablySmall() {
        String copy = ";copy_folio_from_iter_[k]";
        String write = "app.Main.run:12;" + ARRAY_WRITE;
        assertThat(report(Stacks.kernel(write + " 280", write + copy + " 20")).findings()).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.message()).isEqualTo("FileOutputStream.write makes one write system call for every"
                            + " call, probably small ones");
                    assertThat(finding.severity()).as("what is only probable claims no saving").isEqualTo(Severity.INFO);
                });
        String whole = "app.Main.run:12;java.io.RandomAccessFile.write:559;java.io.RandomAccessFile.writeBytes0;" + WRITE;
        assertThat(report(Stacks.kernel(whole + " 280", whole + copy + " 20")).account().get(0).why())
                .as("8 KiB that are overwritten copy as little").startsWith("block size unknown");
        assertThat(report(Stacks.kernel(write + " 200", write + copy + " 45")).account().get(0).why())
                .startsWith("block size unknown");
        assertThat(report(Stacks.kernel(write + " 200", write + copy + " 160")).account().get(0).why())
                .as("as much as 1 KiB that is appended").startsWith("block size unknown");
        assertThat(report(Stacks.kernel(write + " 100", write + copy + " 300")).account()).singleElement()
                .returns(AccountVerdict.INHERENT, AccountRow::verdict);
    }

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
                        "unbuffered-file-write", "unbuffered-file-write", "small-copy-buffer", "page-fault-churn");
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
        assertThat(report(Stacks.kernel(write + " 30", other + " 3100")).findings()).as("below 1 % of system CPU").isEmpty();
        assertThat(report(Stacks.kernel(write + " 30", "app.Main.compute 20000")).findings()).as("below 0.2 % of CPU").isEmpty();
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
    void readsJdkFramesOfEventsThatLackTheirInnermostClass() {
        // as JDK 25 records them, without the frames of FileOutputStream and FileInputStream
        String encoder = "java.io.PrintStream.println:1004;java.io.PrintStream.writeln:690;"
                + "java.io.OutputStreamWriter.flushBuffer:179;sun.nio.cs.StreamEncoder.flushBuffer:101;"
                + "sun.nio.cs.StreamEncoder.implFlushBuffer:315;sun.nio.cs.StreamEncoder.writeBytes:220;"
                + "java.io.PrintStream.write:539";
        Finding finding = only(Stacks.at(Evidence.NONE)
                .io(Kind.FILE_WRITE, "app.Listing.main:13;" + encoder, "list.txt", 200_000, 6)
                .io(Kind.FILE_WRITE, "app.Copy.run:5;java.io.BufferedOutputStream.write:213;"
                        + "java.io.BufferedOutputStream.implWrite:227;java.io.BufferedOutputStream.flushBuffer:122",
                        "copy.bin", 9_000, 8192)
                .io(Kind.FILE_READ, "app.Main.start:7;java.lang.ClassLoader.loadClass:490;java.util.zip.ZipFile.getEntry:341;"
                        + "java.util.zip.ZipFile$Source.readFullyAt:1538", "app.jar", 5_000, 30));

        assertThat(finding.rule()).isEqualTo("unbuffered-print-stream");
        assertThat(finding.facts()).containsEntry("recordedCalls", 200_000L);
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
    void advisesAMemoryCacheForImageStreamsOnFiles() {
        Finding finding = only(Stacks.kernel("app.Main.save:12;javax.imageio.ImageIO.write:1553;app.Codec.write:7;"
                + "javax.imageio.stream.ImageOutputStreamImpl.writeByte:52;javax.imageio.stream.FileImageOutputStream.write:108;"
                + "java.io.RandomAccessFile.write:559;java.io.RandomAccessFile.write0;writeSingle;__GI_write;" + WRITE + " 300"));

        assertThat(finding.rule()).isEqualTo("unbuffered-random-access");
        assertThat(finding.advice()).singleElement()
                .satisfies(advice -> assertThat(advice.advice().after().orElseThrow()).contains("new MemoryCacheImageOutputStream(file)"));
    }

    @Test
    void namesCallsOfUnknownSize() {
        AccountRow part = report(Stacks.kernel("app.Main.run:12;" + ARRAY_WRITE + " 600")).account().get(0);

        assertThat(part.cause()).isEqualTo(Cause.FILE_WRITE);
        assertThat(part.verdict()).isEqualTo(AccountVerdict.UNKNOWN);
        assertThat(part.why()).contains("threshold 0");
    }

    @Test
    void seesALibrarysFlushThatTheApplicationCalls() {
        String generator = "app.Main.run:12;com.fasterxml.core.Generator.flush:90;com.fasterxml.core.Generator.drain:95;";
        Finding finding = only(Stacks.kernel(generator + ARRAY_WRITE + " 100"));

        assertThat(finding.rule()).isEqualTo("flush-per-record");
        assertThat(finding.owner()).isEqualTo(Owner.APPLICATION);
        assertThat(finding.message()).startsWith("Generator.flush flushes the buffer for every record");

        String overflow = "app.Main.run:11;com.fasterxml.core.Generator.write:40;com.fasterxml.core.Generator.drain:95;";
        assertThat(report(Stacks.kernel(generator + ARRAY_WRITE + " 100", overflow + ARRAY_WRITE + " 100")).findings()).isEmpty();
        assertThat(report(Stacks.kernel(
                "app.Main.run:12;com.fasterxml.core.Generator.close:9;com.fasterxml.core.Generator.flush:90;" + ARRAY_WRITE + " 100"))
                .findings()).isEmpty();
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
    void keepsChecksOfOtherLinesApart() {
        String check = ";java.io.UnixFileSystem.getBooleanAttributes0;__GI___xstat64;" + KERNEL + "__x64_sys_newstat_[k]";
        List<Finding> findings = report(Stacks.kernel(
                "app.Main.run:12;java.io.File.exists:830" + check + " 100",
                "app.Main.run:13;java.io.File.isDirectory:880" + check + " 100")).findings();

        assertThat(findings).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.message()).doesNotContain("checks");
            assertThat(finding.samples()).isEqualTo(100);
        });
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
    void saysTheSameSizeInTitleAndNote() {
        Finding finding = only(Stacks.kernel(
                "app.Main.run:12;" + SINGLE_WRITE + " 70",
                "app.Main.run:12;java.io.DataOutputStream.writeInt:197;" + ARRAY_WRITE + " 30"));

        assertThat(finding.message()).contains("one system call per about 2 bytes");
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("1.9 bytes per call on average"))
                .noneMatch(note -> note.startsWith("one byte per call"));
    }

    @Test
    void findsSeeksAndReadsOfOneFileWithSourcesToo(@TempDir Path directory) throws Exception {
        Files.writeString(Files.createDirectories(directory.resolve("app")).resolve("Volume.java"), """
                package app;
                import java.io.*;
                class Volume {
                    private final RandomAccessFile file;
                    Volume(File name) throws IOException { file = new RandomAccessFile(name, "r"); }
                    long size() throws IOException { return file.length(); }
                    long position() throws IOException { return file.getFilePointer(); }
                    int next() throws IOException { return file.read(); }
                    static void main(String[] args) throws IOException {
                        Volume volume = new Volume(new File(args[0]));
                        while (volume.position() < volume.size()) {
                            volume.next();
                        }
                    }
                }
                """);
        Profile profile = Stacks.kernel(
                "app.Volume.main:11;app.Volume.size:6;java.io.RandomAccessFile.length:600;length0;__GI_lseek;" + KERNEL
                        + "ksys_lseek_[k] 250",
                "app.Volume.main:11;app.Volume.position:7;java.io.RandomAccessFile.getFilePointer:600;getFilePointer0;"
                        + "__GI_lseek;" + KERNEL + "ksys_lseek_[k] 200",
                "app.Volume.main:12;app.Volume.next:8;java.io.RandomAccessFile.read:300;java.io.RandomAccessFile.read0;"
                        + "readSingle;__GI_read;" + READ + " 350").profile();
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));

        Report report = Analysis.run(profile, Optional.of(sources), AnalysisOptions.DEFAULTS);

        assertThat(report.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("unbuffered-random-access");
            assertThat(finding.systemShare()).hasValue(1.0);
        });
        assertThat(Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS).findings())
                .extracting(Finding::rule).containsOnly("unbuffered-random-access").hasSize(3);
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

    @Test
    void accountsForSmallCallsOfUnknownSizeOnTheStreamOfAFix(@TempDir Path directory) throws Exception {
        Files.createDirectories(directory.resolve("app"));
        Files.writeString(directory.resolve("app/Main.java"), """
                package app;
                import java.io.*;
                class Main {
                    public static void main(String[] args) throws IOException {
                        try (FileOutputStream out = new FileOutputStream("x")) {
                            out.write(1);
                            out.write(bytes(args));
                        }
                    }
                    static byte[] bytes(String[] args) { return args[0].getBytes(); }
                }
                """);
        String array = "app.Main.main:7;" + ARRAY_WRITE;
        String[] small = {"app.Main.main:6;" + SINGLE_WRITE + " 100", array + " 280",
            array + ";copy_folio_from_iter_[k] 20"};
        String[] large = {small[0], array + " 100", array + ";copy_folio_from_iter_[k] 200"};

        assertThat(withSources(directory, small).account()).extracting(AccountRow::verdict)
                .containsOnly(AccountVerdict.FIX);
        assertThat(withSources(directory, small).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.systemShare()).hasValue(0.25);
            assertThat(finding.notes()).anyMatch(note -> note.startsWith("another 75.0 % of system CPU"));
        });
        assertThat(withSources(directory, large).account()).extracting(AccountRow::verdict)
                .contains(AccountVerdict.FIX).hasSizeGreaterThan(1);

        String few = "app.Main.main:6;" + SINGLE_WRITE + " 10";
        assertThat(withSources(directory, few, small[1], small[2]).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.samples()).isEqualTo(300);
            assertThat(finding.severity()).isEqualTo(Severity.INFO);
            assertThat(finding.notes()).anyMatch(note -> note.startsWith("another 3.2 % of system CPU is calls of known size"));
        });
        assertThat(withSources(directory, few, array + " 210", array + ";copy_folio_from_iter_[k] 90").counting()).isEmpty();
        assertThat(withSources(directory, few, array + " 15").counting()).isEmpty();
    }

    private static Report withSources(Path directory, String... lines) throws Exception {
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return Analysis.run(Stacks.kernel(lines).profile(), Optional.of(sources), AnalysisOptions.DEFAULTS);
    }

    private static Finding only(Stacks stacks) {
        List<Finding> findings = report(stacks).counting();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private static Report report(Stacks stacks) {
        return Analysis.run(stacks.profile(), Optional.empty(), AnalysisOptions.DEFAULTS);
    }
}
