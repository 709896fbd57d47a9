package dev.perfhint.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.pattern.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {
    /** Stacks that both rules select belong to the first: the second would name a part of the pattern only. */
    @ParameterizedTest
    @CsvSource({
        "sync-per-record, file-churn flush-per-record unbuffered-file-write unbuffered-random-access",
        "file-churn, file-metadata-storm flush-per-record open-per-use unbuffered-file-read unbuffered-file-write",
        "file-metadata-storm, open-per-use unbuffered-file-read",
        "open-per-use, page-fault-churn sleep-polling",
        "small-copy-buffer, unbuffered-file-read unbuffered-file-write unbuffered-socket-read unbuffered-socket-write",
        "log-write-per-event, flush-per-record unbuffered-file-write unbuffered-print-stream",
        "unbuffered-print-stream, flush-per-record unbuffered-file-write",
        "flush-per-record, unbuffered-file-write",
        "unbuffered-random-access, unbuffered-file-read unbuffered-file-write",
        "connection-per-request, thread-per-task",
        "round-trip-per-call, partial-socket-writes unbuffered-socket-read unbuffered-socket-write",
        "unbuffered-socket-write, partial-socket-writes"
    })
    void offersStacksToTheMoreSpecificRuleFirst(String specific, String general) {
        List<String> order = Rules.bySpecificity().stream().map(Rule::id).toList();

        assertThat(List.of(general.split(" "))).allSatisfy(
                other -> assertThat(order.indexOf(other)).as(other).isGreaterThan(order.indexOf(specific)));
    }

    @Test
    void listsRulesByName() {
        assertThat(Rules.all()).extracting(Rule::id).isSorted().doesNotHaveDuplicates();
        assertThat(Rules.find("file-churn")).map(Rule::id).hasValue("file-churn");
        assertThat(Rules.find("file")).isEmpty();
    }
}
