package dev.perfhint.rules.latency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventNames.CodeLine;
import dev.perfhint.profile.timeline.EventSeries;
import dev.perfhint.profile.timeline.EventSeries.ValueKind;
import dev.perfhint.rules.latency.Attribution.Division;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that asks port 80 from port 5000, and a server that sleeps, holds locks and answers 100 bytes. */
class ReadDivisionTest {
    private static final long MILLI = 1_000_000;
    private static final List<String> SOCKET = List.of("host", "address", "port", "bytesRead", "bytesWritten");
    private static final List<ValueKind> KINDS = List.of(ValueKind.TEXT, ValueKind.TEXT, ValueKind.INTEGER,
            ValueKind.INTEGER, ValueKind.INTEGER);

    private final EventLog log = new EventLog("made-up.jfr");

    @Test
    void followsThePeerThatWrites() {
        for (int i = 0; i < 5; i++) {
            exchange(i * 100 * MILLI, "server", 5000, 100);
        }
        Division division = divide(4);
        // of 50 ms the server sleeps 30; it begins to write 1 ms before the end
        assertThat(division.of(WaitCause.PEER)).isEqualTo(49 * MILLI);
        assertThat(division.of(WaitCause.DELIVERY)).isEqualTo(MILLI);
        assertThat(division.of(WaitCause.NOT_EXPLAINED)).isZero();
        assertThat(division.details()).anySatisfy(detail -> {
            assertThat(detail.what()).isEqualTo("server: sleep");
            assertThat(detail.nanos()).isEqualTo(30 * MILLI);
            assertThat(detail.where().get(0).method()).isEqualTo("app.Server.answer");
        });
    }

    @Test
    void doesNotFollowAThreadThatWroteOtherNumbersOfBytes() {
        for (int i = 0; i < 5; i++) {
            exchange(i * 100 * MILLI, "server", 5000, 7);
        }
        assertThat(divide(0).details()).singleElement()
                .satisfies(detail -> assertThat(detail.what()).isEqualTo("localhost:80 (its thread is unknown)"));
        assertThat(divide(0).of(WaitCause.PEER)).isEqualTo(50 * MILLI);
    }

    @Test
    void doesNotChooseBetweenTwoThatWroteAlike() {
        for (int i = 0; i < 5; i++) {
            exchange(i * 100 * MILLI, "server", 5000, 100);
            write(i * 100 * MILLI + 49 * MILLI, "other", 6000, 100);
        }
        assertThat(divide(0).details().get(0).what()).contains("its thread is unknown");
    }

    /** Clients of another JVM: one thread waits for a byte each time, another one writes bytes all the time. */
    @Test
    void doesNotFollowAThreadThatAlwaysWrites() {
        for (int i = 0; i < 5; i++) {
            read(i * 100 * MILLI, 50 * MILLI, "producer", 5000, 1);
            read(i * 100 * MILLI, 50 * MILLI, "consumer", 6000, 4);
        }
        for (int i = 0; i < 500; i++) {
            write(i * MILLI, "consumer", 6000, 1);
        }
        assertThat(divide(0).details().get(0).what()).contains("its thread is unknown");
    }

    @Test
    void trustsASingleReadOnlyIfTheOtherDirectionAgrees() {
        exchange(0, "server", 5000, 100);
        assertThat(divide(0).details().get(0).what()).contains("its thread is unknown");
        for (int i = 1; i < 5; i++) {
            read(i * 100 * MILLI, 50 * MILLI, "server", 5000, 20);
            write(i * 100 * MILLI + 49 * MILLI, "client", 80, 20);
        }
        assertThat(divide(0).details()).extracting(Outlier.Detail::what).contains("server: sleep");
    }

    private Division divide(int row) {
        return new ReadDivision(new Timeline(log, ""), new ProcessorTime(log))
                .divide(log.series("jdk.SocketRead").orElseThrow(), row);
    }

    private void exchange(long start, String server, int clientPort, int bytes) {
        read(start, 50 * MILLI, "client", 80, 100);
        log.open("jdk.ThreadSleep", List.of(), List.of()).add(start + 5 * MILLI, 30 * MILLI, thread(server),
                stack("app.Server", "answer"), new long[0]);
        write(start + 49 * MILLI, server, clientPort, bytes);
    }

    private void read(long start, long nanos, String thread, int port, int bytes) {
        socket("jdk.SocketRead", start, nanos, thread, port, bytes, 0);
    }

    private void write(long start, String thread, int port, int bytes) {
        socket("jdk.SocketWrite", start, MILLI / 100, thread, port, 0, bytes);
    }

    private void socket(String name, long start, long nanos, String thread, int port, int read, int written) {
        EventSeries events = log.open(name, SOCKET, KINDS);
        events.add(start, nanos, thread(thread), stack("app.Net", "io"),
                new long[] {log.names().number("localhost"), log.names().number("127.0.0.1"), port, read, written});
    }

    private int thread(String name) {
        return log.names().thread(name.hashCode(), name);
    }

    private int stack(String className, String method) {
        return log.names().stack(List.of(new CodeLine(className, method, 7)));
    }
}
