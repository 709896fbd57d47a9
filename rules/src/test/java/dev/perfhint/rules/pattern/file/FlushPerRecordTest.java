package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Owner;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlushPerRecordTest {
    @Test
    void namesTheLibraryThatFlushesAfterEachObject() {
        String jackson = "app.Main.run:12;com.fasterxml.jackson.databind.SequenceWriter.write:155;"
                + "com.fasterxml.jackson.core.json.UTF8JsonGenerator.flush:1205;";
        String raw = "com.fasterxml.jackson.core.json.UTF8JsonGenerator._flushBuffer:2231;" + ARRAY_WRITE + " 100";
        for (String target : List.of("java.io.BufferedOutputStream.flush:142;java.io.BufferedOutputStream.flushBuffer:81;"
                + ARRAY_WRITE + " 100", raw)) {
            Finding finding = only(Stacks.kernel(jackson + target));

            assertThat(finding.rule()).isEqualTo("flush-per-record");
            assertThat(finding.message()).startsWith("SequenceWriter.write flushes the buffer after every object");
            assertThat(finding.advice().get(0).advice().after()).contains(
                    "mapper.disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);");
        }
        assertThat(report(Stacks.kernel("app.Main.run:12;com.fasterxml.jackson.databind.SequenceWriter.close:9;"
                + "com.fasterxml.jackson.core.json.UTF8JsonGenerator.flush:1205;" + raw)).findings())
                .extracting(Finding::rule).doesNotContain("flush-per-record");
    }

    @Test
    void seesALibrarysFlushThatTheApplicationCalls() {
        String generator = "app.Main.run:12;com.fasterxml.core.Generator.flush:90;com.fasterxml.core.Generator.drain:95;";
        Finding finding = only(Stacks.kernel(generator + ARRAY_WRITE + " 100"));

        assertThat(finding.rule()).isEqualTo("flush-per-record");
        assertThat(finding.owner()).isEqualTo(Owner.APPLICATION);
        assertThat(finding.message()).startsWith("Generator.flush flushes the buffer for every record");

        String overflow = "app.Main.run:11;com.fasterxml.core.Generator.write:40;com.fasterxml.core.Generator.drain:95;";
        assertThat(report(Stacks.kernel(generator + ARRAY_WRITE + " 100", overflow + ARRAY_WRITE + " 100")).findings()).isEmpty();
        assertThat(report(Stacks.kernel(
                "app.Main.run:12;com.fasterxml.core.Generator.close:9;com.fasterxml.core.Generator.flush:90;" + ARRAY_WRITE + " 100"))
                .findings()).isEmpty();
    }
}
