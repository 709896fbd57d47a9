package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.IoOperation.Kind;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import org.junit.jupiter.api.Test;

class UnbufferedPrintStreamTest {
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
}
