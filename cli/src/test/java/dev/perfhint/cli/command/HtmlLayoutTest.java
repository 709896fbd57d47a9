package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where things are on the page of {@code --format html} in a real browser. */
class HtmlLayoutTest extends ExamplePage {
    @Test
    void showsTheHazardsOfAnUnsafeFixOpenAboveItsDiff() {
        browser.open(page);
        int unsafe = 0;
        for (JsonElement each : json.getAsJsonArray("findings")) {
            JsonObject finding = each.getAsJsonObject();
            JsonObject fix = finding.getAsJsonObject("fix");
            String card = "document.getElementById('finding-" + finding.get("id").getAsString() + "')";
            int hazards = fix.getAsJsonArray("hazards").size();
            assertThat(browser.number(card + ".querySelectorAll('.hazards li').length")).isEqualTo(hazards);
            if (!fix.get("applicability").getAsString().equals("safe")) {
                unsafe++;
                assertThat(browser.number(card + ".querySelector('.hazards').getBoundingClientRect().height")).isPositive();
                assertThat(browser.number(card + ".querySelector('.copy').getBoundingClientRect().top - " + card
                        + ".querySelector('.hazards').getBoundingClientRect().bottom")).isNotNegative();
            }
        }
        assertThat(unsafe).isPositive();
    }

    @Test
    void keepsTheNamesOfMethodsWholeAt400Pixels() {
        browser.call("Emulation.setDeviceMetricsOverride",
                Map.of("width", 400, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
        browser.open(page);
        String names = "[...document.querySelectorAll('.methods tbody .method b')]";
        assertThat(browser.number(names + ".length")).isGreaterThan(10);
        assertThat(browser.text(names + ".filter((e) => e.getBoundingClientRect().height > 30 && e.textContent.length < 40)"
                + ".map((e) => e.textContent).join()")).isEmpty();
        assertThat(browser.text("[...document.querySelectorAll('.methods')].filter((e) => e.scrollWidth > e.clientWidth + 1)"
                + ".map((e) => e.getAttribute('aria-label')).join()")).isEmpty();
        browser.call("Emulation.clearDeviceMetricsOverride", Map.of());
    }

    /** The last slice of the time line is selected by itself: its text is the end of the recording. */
    @Test
    void endsTheTimelineWithTheRecording() {
        browser.open(page);
        browser.evaluate("(() => { const c = document.querySelector('#timeline canvas'); c.scrollIntoView({block: 'center'});"
                + " const b = c.getBoundingClientRect(); const at = {clientX: b.right - 1, clientY: b.top + 20, bubbles: true};"
                + " c.dispatchEvent(new MouseEvent('mousedown', at)); window.dispatchEvent(new MouseEvent('mouseup', at)); })()");
        browser.settle();
        double millis = json.getAsJsonArray("recordings").get(0).getAsJsonObject().get("durationMillis").getAsDouble();
        assertThat(browser.text("document.querySelector('#range-chip span').textContent")).endsWith(" to %.2f s".formatted(millis / 1e3));
    }

    /** A share's bar starts at the left and is as long as its share of a track that is seen. */
    @Test
    void drawsSharesAsBarsFromTheLeft() {
        browser.open(page);
        String bar = "getComputedStyle(document.querySelector('#hotspots tbody .share')).background";
        double share = browser.number("document.querySelector('#hotspots tbody [data-value]').dataset.value * 1");
        assertThat(browser.text(bar)).contains("to right", "%.2f%%".formatted(100 * share).replaceAll("\\.?0+%", "%"));
    }
}
