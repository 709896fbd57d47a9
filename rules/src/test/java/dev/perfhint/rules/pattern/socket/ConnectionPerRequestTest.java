package dev.perfhint.rules.pattern.socket;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

class ConnectionPerRequestTest {
    private static final String CONNECT = "app.Main.ask:12;java.net.Socket.<init>:319;java.net.Socket.connect:633;"
            + "sun.nio.ch.NioSocketImpl.connect:593;sun.nio.ch.Net.connect:579;sun.nio.ch.Net.connect0;__GI___connect;" + KERNEL
            + "__x64_sys_connect_[k];inet_stream_connect_[k]";

    @Test
    void flagsConnectionsThatAreOpenedForEachRequest() {
        assertThat(rules(Stacks.kernel(CONNECT + " 300"))).containsExactly("connection-per-request");
    }

    @Test
    void leavesConnectionsThatCarryMuch() {
        assertThat(rules(Stacks.kernel(CONNECT + " 60", "app.Main.save:20;" + ARRAY_WRITE + " 900")))
                .doesNotContain("connection-per-request");
    }
}
