package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.WRITE;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.observed.CallsLeft;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LogWritePerEventTest {
    private static final String LOG4J = "app.Main.serve:12;org.apache.logging.log4j.spi.AbstractLogger.info:1757;"
            + "org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender.directEncodeEvent:229;"
            + "org.apache.logging.log4j.core.appender.OutputStreamManager.flush:307;"
            + "org.apache.logging.log4j.core.appender.OutputStreamManager.flushBuffer:296;";

    @Test
    void namesTheSettingOfALoggerThatFlushesEachRecord() {
        Finding finding = only(Stacks.kernel(LOG4J + ARRAY_WRITE + " 300"));

        assertThat(finding.rule()).isEqualTo("log-write-per-event");
        assertThat(finding.message()).isEqualTo("Log4j 2 writes every event to its file unbuffered: one "
                                                        + "system call each");
        assertThat(finding.advice().get(0).advice().after().orElseThrow()).contains("immediateFlush");
        AnalysisOptions own = new AnalysisOptions(Set.of(), Set.of(), 0.01, List.of("org.apache.logging"), false, false);
        assertThat(Analysis.run(Stacks.kernel(LOG4J + ARRAY_WRITE + " 300").profile(), Optional.empty(), own).findings())
                .as("with the library's own sources").extracting(Finding::rule).containsExactly("log-write-per-event");
        String full = LOG4J.replace("OutputStreamManager.flush:307;", "OutputStreamManager.write:200;");
        assertThat(report(Stacks.kernel(full + ARRAY_WRITE + " 300")).findings()).as("a full buffer").isEmpty();
    }

    @Test
    void saysWhatABufferLeavesOfTheObservedEvents() {
        StreamLife life = Stacks.kernel().observed("time 2600000000 stacks ", "site 1 file-out 0 w", "life 1 1 1 0 0 0",
                "op 1 write 90000 3600000 0 6:90000", "op 1 flush 90000 0 0 ", "turn 1 write flush 90000",
                "turn 1 flush write 89999").profile().observed().streams().values().iterator().next();
        assertThat(new LogWritePerEvent().left(life, StreamLife.WRITE)).isEqualTo(new CallsLeft(90_000, 442, false));
        assertThat(CallsLeft.buffered(life, StreamLife.WRITE).after()).isEqualTo(90_000);
    }

    @Test
    void knowsThatFileHandlerFlushesEachRecord() {
        Finding finding = only(Stacks.kernel("app.Main.serve:12;java.util.logging.Logger.info:1000;java.util.logging.Logger.log:900;"
                + "java.util.logging.FileHandler.publish:700;java.util.logging.StreamHandler.flush:250;java.io.OutputStreamWriter.flush:200;"
                + "sun.nio.cs.StreamEncoder.flush:150;java.io.BufferedOutputStream.flush:120;"
                + "java.util.logging.FileHandler$MeteredStream.write:190;" + ARRAY_WRITE + " 300"));

        assertThat(finding.rule()).isEqualTo("log-write-per-event");
        assertThat(finding.site().line()).isEqualTo(12);
        assertThat(finding.advice().get(0).advice().after().orElseThrow()).contains("StreamHandler");
    }

    @Test
    void advisesNoFlushSettingForAConsole() {
        String appender = "app.Main.run:4;ch.qos.logback.core.OutputStreamAppender.writeBytes:217;"
                + "ch.qos.logback.core.joran.spi.ConsoleTarget$1.write:39;java.io.PrintStream.write:568;"
                + "java.io.BufferedOutputStream.write:123;java.io.FileOutputStream.write:349;"
                + "java.io.FileOutputStream.writeBytes;" + WRITE + " 300";
        assertThat(report(Stacks.kernel(appender)).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("log-write-per-event");
            assertThat(finding.advice()).singleElement().satisfies(advice -> {
                assertThat(advice.advice().text()).startsWith("raise the log level");
                assertThat(advice.advice().after()).isEmpty();
            });
        });
        String file = "app.Main.run:4;ch.qos.logback.core.OutputStreamAppender.writeBytes:217;"
                + "ch.qos.logback.core.recovery.ResilientOutputStreamBase.flush:91;java.io.BufferedOutputStream.flush:142;"
                + "java.io.BufferedOutputStream.flushBuffer:81;java.io.FileOutputStream.write:349;"
                + "java.io.FileOutputStream.writeBytes;" + WRITE + " 300";
        assertThat(report(Stacks.kernel(file)).findings()).singleElement().satisfies(finding ->
                assertThat(finding.advice().get(0).advice().after().orElseThrow()).contains("immediateFlush"));
    }
}
