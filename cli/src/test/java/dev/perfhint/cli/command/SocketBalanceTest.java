package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SocketBalanceTest {
    /** Parts of the account of two performers are one line; writes of unknown size are none of them. */
    @Test
    void showsAllThatSocketsNeedInOneLine() {
        String out = Invocation.of("analyze", "--verbose", "../fixtures/recordings/events/virtual.jfr.gz").out();

        assertThat(out.lines().filter(line -> line.contains("sockets: "))).singleElement().asString()
                .containsPattern("inherent     sockets: polled [0-9.]+ %, received [0-9.]+ %")
                .doesNotContain("no call");
        assertThat(out).contains("unknown      socket-write (application): size and order of the calls are not recorded")
                .doesNotContain("socket-wait (");
    }

    @Test
    void saysOnceWhatIsAlikeButForWhoSpendsIt() {
        String out = Invocation.of("analyze", "--verbose", "../fixtures/recordings/events/pinned.jfr.gz").out();

        assertThat(out.lines().filter(line -> line.contains("heap, by allocation"))).singleElement().asString()
                .contains("66.7 %  inherent     page-fault, heap, by allocation (application, jdk): first-touch page faults");
    }

    @Test
    void namesTheCausesThatAFindingJoins() {
        String out = Invocation.of("analyze", "--verbose", "../fixtures/recordings/events/archive.jfr.gz").out();

        assertThat(out).contains("redesign     file-read, file-open, file-metadata (application): a ZipFile or JarFile that is opened");
    }
}
