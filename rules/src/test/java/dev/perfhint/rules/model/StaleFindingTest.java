package dev.perfhint.rules.model;

import static dev.perfhint.rules.Reports.KERNEL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A line that has been repaired since the recording, where the stream is still created as it was. */
class StaleFindingTest {
    private static final String FIELDS = """
            file.writeInt(number);
                    file.writeLong(offset);
            """;
    private static final String BLOCK = """
            java.nio.ByteBuffer block = java.nio.ByteBuffer.allocate(12);
                    block.putInt(number);
                    block.putLong(offset);
                    file.write(block.array());
            """;

    @TempDir
    private Path directory;

    private Report report(String body) throws Exception {
        Files.writeString(Files.createDirectories(directory.resolve("app")).resolve("Index.java"), """
                package app;
                import java.io.*;
                public class Index {
                    private final RandomAccessFile file;
                    Index(File path) throws IOException {
                        file = new RandomAccessFile(path, "rw");
                    }
                    void add(int number, long offset) throws IOException {
                        %s    }
                    void close() throws IOException {
                        file.close();
                    }
                }
                """.formatted(body));
        String write = "java.io.RandomAccessFile.write:559;java.io.RandomAccessFile.write0;writeSingle;__GI_write;"
                + KERNEL + "__x64_sys_write_[k];vfs_write_[k] ";
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return Analysis.run(Stacks.kernel("app.Index.add:9;java.io.RandomAccessFile.writeInt:900;" + write + "150",
                "app.Index.add:10;java.io.RandomAccessFile.writeLong:900;" + write + "300", "app.Main.compute:20 400")
                .profile(), Optional.of(sources), AnalysisOptions.DEFAULTS);
    }

    @Test
    void isNamedWhereTheFieldsAreWrittenAsOneBlockByNow() throws Exception {
        Report repaired = report(BLOCK);
        assertThat(repaired.counting()).isEmpty();
        assertThat(repaired.stale()).singleElement().satisfies(finding -> assertThat(finding.changed().orElseThrow())
                .contains("Index.java:10 no longer calls writeLong"));
    }

    @Test
    void isNoneWhereTheyAreWrittenAsTheyWere() throws Exception {
        Report same = report(FIELDS);
        assertThat(same.stale()).isEmpty();
        assertThat(same.counting()).singleElement().satisfies(finding -> assertThat(finding.fix()).isPresent());
    }
}
