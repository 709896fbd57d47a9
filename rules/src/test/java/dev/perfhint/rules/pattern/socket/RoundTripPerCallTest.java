package dev.perfhint.rules.pattern.socket;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

class RoundTripPerCallTest {
    private static final String CALL = "app.Main.sum:22;java.rmi.server.RemoteObjectInvocationHandler.invoke:160;"
            + "sun.rmi.server.UnicastRef.invoke:165;sun.rmi.transport.StreamRemoteCall.executeCall:241;";
    private static final String WRITE = CALL + "java.io.BufferedOutputStream.flush:142;java.io.BufferedOutputStream.flushBuffer:81;"
            + "java.net.Socket$SocketOutputStream.write:1035;sun.nio.ch.NioSocketImpl.write:445;sun.nio.ch.FileDispatcherImpl.write0;"
            + "__GI_write;" + KERNEL + "ksys_write_[k];vfs_write_[k];sock_write_iter_[k]";
    private static final String READ = CALL + "java.io.BufferedInputStream.read:263;java.io.BufferedInputStream.fill:244;"
            + "java.net.Socket$SocketInputStream.read:966;sun.nio.ch.NioSocketImpl.read:355;sun.nio.ch.SocketDispatcher.read0;__GI_read;"
            + KERNEL + "ksys_read_[k];vfs_read_[k];sock_read_iter_[k]";

    @Test
    void flagsAKnownClientThatWaitsForEachReply() {
        assertThat(rules(Stacks.kernel(WRITE + " 200", READ + " 200"))).containsExactly("round-trip-per-call");
    }

    @Test
    void leavesClientsThatOnlySend() {
        assertThat(rules(Stacks.kernel(WRITE + " 200"))).doesNotContain("round-trip-per-call");
    }
}
