package dev.perfhint.profile.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.observed.ObservationReader;
import dev.perfhint.profile.observed.ObservationWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private final Redaction names = Redaction.random();

    @ParameterizedTest
    @ValueSource(strings = {"main", "pool-3-thread", "ForkJoinPool.commonPool-worker", "http-nio-8080-exec",
        "GC Thread", "G1 Conc", "C2 CompilerThread", "order-import", "virtual threads", "[tid]", "qtp12345-67"})
    void keepsNamesThatHaveNoMoreThanAStem(String thread) {
        assertThat(names.thread(thread)).isEqualTo(thread);
    }

    @ParameterizedTest
    @CsvSource({"connection to 10.20.30.41, connection", "import-alice@db01, ''", "IPC Client (7) of alice, IPC",
        "reader-/srv/acme/in, reader", "pool-1-acme, pool", "db01.acme.example-4, ''", "fetch 1234567890123, fetch",
        "Zoë, Zo"})
    void keepsTheStemOfNamesThatSayMore(String thread, String stem) {
        String pseudonym = names.thread(thread);
        assertThat(pseudonym).matches((stem.isEmpty() ? "thread" : stem) + "-1-[a-z]{10}");
        assertThat(names.thread(thread)).isEqualTo(pseudonym);
    }

    @Test
    void keepsThreadsOfOnePoolApartAndTogether() {
        String first = names.thread("client 1 of alice");
        String second = names.thread("client 2 of alice");
        assertThat(first).isNotEqualTo(second);
        assertThat(first.replaceAll("\\d+", "*")).isEqualTo(second.replaceAll("\\d+", "*"))
                .isNotEqualTo(names.thread("client 1 of bob").replaceAll("\\d+", "*"));
    }

    @ParameterizedTest
    @CsvSource({"/home/alice/app/lib/orders.jar, orders.jar", "/opt/jdk-21/lib/modules, modules",
        "/usr/lib/libz.so.1.2.13, libz.so.1.2.13", "/home/alice/src/app/Main.java, Main.java", "/dev/urandom, /dev/urandom",
        "/proc/self/status, /proc/self/status"})
    void keepsTheNamesOfCodeAndOfTheSystem(String path, String kept) {
        assertThat(names.path(path)).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home/alice/orders", "orders-of-alice", "C:\\Users\\alice\\x", "/proc/4711/fd/3",
        "/srv/lib/modules-of-alice"})
    void replacesOtherPaths(String path) {
        assertThat(names.path(path)).matches("path-[a-z]{10}");
        assertThat(names.original(names.path(path))).isEqualTo(path);
    }

    @Test
    void keepsTheUsualExtension() {
        assertThat(names.path("/var/log/acme/orders.log")).matches("path-[a-z]{10}\\.log");
        assertThat(names.path("/var/log/orders.acme")).matches("path-[a-z]{10}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "::1", "0:0:0:0:0:0:0:1", ""})
    void keepsTheLoopback(String host) {
        assertThat(names.host(host)).isEqualTo(host);
    }

    @Test
    void replacesHostsAndPathsInSentences() {
        String host = names.host("db01.acme.example");
        assertThat(names.text("waits for db01.acme.example at 10.1.2.3, see /home/alice/x.log and https://perfhint.dev/a/b"))
                .startsWith("waits for " + host + " at host-").contains(", see path-").contains(".log and https://perfhint.dev/a/b")
                .doesNotContain("10.1.2.3").doesNotContain("alice");
        assertThat(names.text("12 of 34 samples (35 %), perf_event_paranoid is 4")).isEqualTo("12 of 34 samples (35 %), perf_event_paranoid is 4");
    }

    @Test
    void namesTheSameOtherwiseWithAnotherKey() {
        assertThat(Redaction.random().host("db01")).isNotEqualTo(names.host("db01"));
        byte[] key = Redaction.newKey();
        assertThat(Redaction.of(key).host("db01")).isEqualTo(Redaction.of(key).host("db01"));
    }

    @Test
    void countsWhatItReplaced() {
        assertThat(names.summary()).isEmpty();
        names.host("db01");
        names.host("db01");
        names.path("/a/b");
        names.path("/a/c");
        assertThat(names.summary()).isEqualTo("redacted, names are pseudonyms: 1 host, 2 paths");
    }

    @Test
    void replacesFilesAndHostsOfAnObservation() {
        String text = """
                perfhint-observed\t1
                frame\t1\tapp.Main\tmain\tMain.java\t7\t3
                stack\t1\t1
                site\t1\tfile-out\t1\tw
                life\t1\t2\t2\t0\t0\t0
                path\t1\t/home/alice/a.log\t1
                path\t1\t/home/alice/b.log\t1
                site\t2\tsocket\t1\t
                life\t2\t1\t1\t0\t0\t0
                path\t2\tdb01.acme.example:5432\t1
                metapath\texists\t/home/alice/c.lock\t9
                end\tbudget\tstopped at /home/alice/a.log
                """;
        ProfileBuilder builder = new ProfileBuilder();
        builder.observed(ObservationReader.read(text, name -> name));
        Profile redacted = names.of(builder.build(List.of()));
        assertThat(ObservationWriter.write(redacted.observed())).contains("app.Main").contains(":5432").contains("\t9")
                .doesNotContain("alice").doesNotContain("acme");
        assertThat(redacted.observed().streams().values()).anyMatch(life -> life.paths().size() == 2);
        assertThat(names.summary()).endsWith("1 host, 3 paths");
    }
}
