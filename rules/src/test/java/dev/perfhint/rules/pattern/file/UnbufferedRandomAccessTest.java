package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.READ;
import static dev.perfhint.rules.Reports.WRITE;
import static dev.perfhint.rules.Reports.messages;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Profile;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnbufferedRandomAccessTest {
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
    void comparesPositionsWithTheDataOfOtherClassesToo() {
        String position = "app.Writer.position:9;sun.nio.ch.FileChannelImpl.position:344;"
                + "sun.nio.ch.FileDispatcherImpl.size0;" + KERNEL + "__do_sys_newfstatat_[k]";
        String write = "app.Commit.complete:4;sun.nio.ch.FileChannelImpl.write:280;sun.nio.ch.IOUtil.write:76;"
                + "sun.nio.ch.FileDispatcherImpl.write0;" + WRITE + ";copy_folio_from_iter_[k]";
        assertThat(rules(Stacks.kernel(position + " 100"))).containsExactly("unbuffered-random-access");
        assertThat(rules(Stacks.kernel(position + " 100", write + " 400"))).isEmpty();
        assertThat(messages(Stacks.kernel(position + " 100").observed("time 2600000000 stacks ",
                "frame 1 sun.nio.ch.FileChannelImpl position F.java 344 4", "frame 2 app.Writer position W.java 9 7",
                "stack 1 1,2", "site 1 channel 1 rw", "life 1 1 1 0 0 0", "op 1 position 447702 0 0 ",
                "call 1 position 1 447702 0"))).containsExactly(
                "447,702 positions on 1 channel: one system call each");
    }
}
