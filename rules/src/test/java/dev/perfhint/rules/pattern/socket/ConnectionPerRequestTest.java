package dev.perfhint.rules.pattern.socket;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
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
    void saysOfAProgramWithBothSidesThatItConnects() {
        String accept = "app.Server.run:9;java.net.ServerSocket.accept:521;sun.nio.ch.NioSocketImpl.accept:755;"
                + "sun.nio.ch.Net.accept;__accept;" + KERNEL + "__x64_sys_accept_[k];inet_accept_[k]";
        for (int accepted : new int[] {5, 60}) {
            assertThat(only(Stacks.kernel(CONNECT + " 100", accept + ' ' + accepted)).message())
                    .startsWith("a connection per request");
        }
        assertThat(only(Stacks.kernel(accept + " 100")).message()).startsWith("peers open a connection per request");
    }

    @Test
    void advisesNoConnectionPoolForDatagrams() {
        Finding finding = only(Stacks.kernel("app.Resolver.query:12;java.net.DatagramSocket.<init>:319;"
                + "sun.nio.ch.DatagramChannelImpl.<init>:200;sun.nio.ch.Net.socket:502;sun.nio.ch.Net.socket0;__socket;"
                + KERNEL + "__x64_sys_socket_[k];inet_create_[k] 300"));

        assertThat(finding.message()).startsWith("a datagram socket per request");
        assertThat(finding.advice()).allSatisfy(one -> assertThat(one.advice().text()).doesNotContain("pool", "connection"));
    }

    @Test
    void leavesConnectionsThatCarryMuch() {
        assertThat(rules(Stacks.kernel(CONNECT + " 60", "app.Main.save:20;" + ARRAY_WRITE + " 900")))
                .doesNotContain("connection-per-request");
    }
}
