package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.SINGLE_WRITE;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.IoOperation.Kind;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.pattern.SmallCalls;
import org.junit.jupiter.api.Test;

class UnbufferedFileWriteTest {
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
    void namesArrayWritesOfUnknownSizeInFullReports() {
        Report report = report(Stacks.kernel("app.Main.run:12;" + ARRAY_WRITE + " 600", "app.Main.run:12;" + SINGLE_WRITE + " 300"));

        assertThat(report.counting()).singleElement().returns(300L, Finding::samples);
        assertThat(report.unsure()).singleElement().satisfies(finding -> {
            assertThat(finding.message()).isEqualTo("FileOutputStream.write makes one write system call for every call, of unknown size");
            assertThat(finding.isFaint()).isTrue();
            assertThat(finding.savingCpuShare()).isEmpty();
            assertThat(finding.facts()).containsEntry(Finding.SETTLED_BY, SmallCalls.OBSERVE);
        });
    }

    @Test
    void leavesArrayWritesThatCopyMuchOrThatALibraryMakes() {
        String copied = "app.Main.run:12;" + ARRAY_WRITE + ";ext4_file_write_iter_[k];generic_perform_write_[k];"
                + "copy_page_from_iter_atomic_[k]";
        assertThat(report(Stacks.kernel(copied + " 5", "app.Main.run:12;" + ARRAY_WRITE + " 4")).findings()).isEmpty();
        assertThat(report(Stacks.kernel("app.Main.run:12;org.apache.commons.io.IOUtils.copy:9;" + ARRAY_WRITE + " 600")).findings())
                .isEmpty();
    }

    @Test
    void judgesCallsOfUnknownSizeByWhatTheKernelCopies() {
        String write = "app.Main.run:12;" + ARRAY_WRITE;
        assertThat(report(Stacks.kernel(write + " 60")).account()).extracting(AccountRow::verdict).containsOnly(AccountVerdict.FIX);
        assertThat(report(Stacks.kernel(write + " 12")).account()).extracting(AccountRow::verdict).containsOnly(AccountVerdict.UNKNOWN);
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
    void saysTheSameSizeInTitleAndNote() {
        Finding finding = only(Stacks.kernel(
                "app.Main.run:12;" + SINGLE_WRITE + " 70",
                "app.Main.run:12;java.io.DataOutputStream.writeInt:197;" + ARRAY_WRITE + " 30"));

        assertThat(finding.message()).isEqualTo("FileOutputStream.write(int) and others cost one system call per about 2 bytes");
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("1.9 bytes per call on average"))
                .noneMatch(note -> note.startsWith("one byte per call"));
    }

    @Test
    void doesNotGiveTheSizeOfAllCallsToOne() {
        Finding finding = only(Stacks.kernel(
                "app.Main.run:12;java.io.DataOutputStream.writeBytes:276;" + SINGLE_WRITE + " 70",
                "app.Main.run:13;java.io.DataOutputStream.writeInt:197;" + ARRAY_WRITE + " 30"));

        assertThat(finding.message())
                .isEqualTo("DataOutputStream.writeBytes and others on an unbuffered FileOutputStream cost one system call per about 2 bytes");
    }
}
