package dev.perfhint.rules.pattern.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Header and body of a message, read from two lines, whose sizes no event and no constant gives. */
class UnbufferedSocketReadTest {
    private static final String READ = "java.net.Socket$SocketInputStream.read:966;sun.nio.ch.NioSocketImpl.read:355;"
            + "sun.nio.ch.SocketDispatcher.read0;__GI_read;entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];"
            + "__x64_sys_read_[k];ksys_read_[k];vfs_read_[k];sock_read_iter_[k]";
    private static final String WRITE = "java.net.Socket$SocketOutputStream.write:1035;sun.nio.ch.NioSocketImpl.write:445;"
            + "sun.nio.ch.FileDispatcherImpl.write0;__GI_write;entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];"
            + "__x64_sys_write_[k];ksys_write_[k];vfs_write_[k];sock_write_iter_[k]";
    private static final String HEADER = "app.Peer.message:5;app.Peer.part:9;";
    private static final String BODY = "app.Peer.message:6;app.Peer.part:9;";

    @TempDir
    Path directory;

    @Test
    void namesTheLinesThatReadOneMessage() throws Exception {
        assertThat(found("bytes", HEADER + READ + " 200", BODY + READ + " 200")).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("unbuffered-socket-read");
            assertThat(finding.message()).isEqualTo(
                    "2 socket reads per message: lines 5 and 6 of Peer.message, no write between them");
        });
    }

    @Test
    void isSilentWhereTheReadsAreAnswersOrFillTheObjectsOwnBuffer() throws Exception {
        assertThat(found("bytes", HEADER + READ + " 200", BODY + READ + " 200", "app.Peer.message:5;app.Peer.ask:13;" + WRITE
                + " 200")).as("a question before each").isEmpty();
        assertThat(found("kept", HEADER + READ + " 200", BODY + READ + " 200")).as("a field's array").isEmpty();
        assertThat(found("bytes", HEADER + READ + " 400")).as("one line").isEmpty();
    }

    private List<Finding> found(String array, String... stacks) throws Exception {
        Files.writeString(Files.createDirectories(directory.resolve("app")).resolve("Peer.java"), """
                package app;
                import java.io.*;
                class Peer {
                    void message(InputStream in, int length) throws IOException {
                        part(in, new byte[length]);
                        part(in, new byte[length]);
                    }
                    void part(InputStream in, byte[] bytes) throws IOException {
                        in.read(%s);
                    }
                    byte[] kept;
                    void ask(OutputStream out) throws IOException {
                        out.write(kept);
                    }
                }
                """.formatted(array));
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return Analysis.run(Stacks.kernel(stacks).profile(), Optional.of(sources), AnalysisOptions.DEFAULTS).findings();
    }
}
