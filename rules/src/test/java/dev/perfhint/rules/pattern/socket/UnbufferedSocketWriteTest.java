package dev.perfhint.rules.pattern.socket;

import static dev.perfhint.rules.Reports.WRITE;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import org.junit.jupiter.api.Test;

class UnbufferedSocketWriteTest {
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
}
