package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.view.Butterfly;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of {@code --format html} in a real browser: what it shows, and what its controls do. */
class HtmlPageTest extends ExamplePage {
    private static final String WRITE = "java.io.FileOutputStream.write";

    private static Path page(String... arguments) {
        Path file = directory.resolve("other.html");
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--format", "html", "-o", file.toString()));
        Invocation run = Invocation.of(all.toArray(new String[0]));
        assertThat(run.code()).as(run.err()).isZero();
        return file;
    }

    @ParameterizedTest
    @MethodSource("dev.perfhint.cli.command.report.OneNumberTest#recordings")
    void roundsToTheNumbersOfTheJson(String recording) {
        String path = "../fixtures/" + recording;
        JsonObject cpu = JsonParser.parseString(Invocation.of("analyze", path, "--format", "json").out())
                .getAsJsonObject().getAsJsonObject("cpu");
        browser.open(page("analyze", path));
        assertThat(browser.text("document.querySelector('.overview .figure strong').textContent"))
                .isEqualTo(Figures.percent(cpu.get("systemShare").getAsDouble()));
        assertThat(browser.text("document.querySelector('.overview').textContent"))
                .contains(Figures.count(cpu.get("samples").getAsLong()), Figures.seconds(cpu.get("nanos").getAsLong()),
                        Figures.seconds(cpu.get("systemNanos").getAsLong()));
        JsonArray segments = JsonParser.parseString(browser.text("""
                JSON.stringify([...document.querySelectorAll('.account .segment')]
                  .map((one) => [one.textContent, one.title]).filter(([text]) => text))""")).getAsJsonArray();
        for (JsonElement each : segments) {
            String bar = each.getAsJsonArray().get(0).getAsString();
            assertThat(each.getAsJsonArray().get(1).getAsString()).contains(bar.substring(bar.indexOf(' ') + 1));
        }
    }

    /** Returns the figures of a table's rows by the text of the method in them. */
    private static JsonObject rows(String table) {
        return JsonParser.parseString(browser.text("""
                JSON.stringify(Object.fromEntries([...document.querySelectorAll(%s)].map((row) => [
                  row.querySelector('.method')?.textContent ?? row.textContent,
                  [...row.querySelectorAll('[data-value]')].map((cell) => Number(cell.dataset.value))])))""".formatted(quoted(table))))
                .getAsJsonObject();
    }

    private static JsonObject hotspots() {
        click("#hotspots .more");
        return rows("#hotspots tbody tr");
    }

    private static JsonObject callers() {
        return rows(".butterfly .table:first-child tbody tr");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "\\'") + "'";
    }

    private static void click(String selector) {
        browser.evaluate("document.querySelector(" + quoted(selector) + ").click()");
        browser.settle();
    }

    private static void search(String text) {
        browser.evaluate("(() => { const box = document.getElementById('search'); box.value = " + quoted(text)
                + "; box.dispatchEvent(new Event('input')); })()");
        browser.settle();
    }

    private static Map<String, Double> place(String selector) {
        return place(selector, "center");
    }

    /** Scrolls an element into view, which may be higher than the window, and returns where it is. */
    private static Map<String, Double> place(String selector, String block) {
        JsonObject box = JsonParser.parseString(browser.text("(() => { const e = document.querySelector(" + quoted(selector)
                + "); e.scrollIntoView({block: '" + block + "'}); const b = e.getBoundingClientRect();"
                + " return JSON.stringify({x: b.x, y: b.y, width: b.width, height: b.height}); })()")).getAsJsonObject();
        return Map.of("x", box.get("x").getAsDouble(), "y", box.get("y").getAsDouble(), "width", box.get("width").getAsDouble(),
                "height", box.get("height").getAsDouble());
    }

    private static void dragOverTimeline(double from, double to) {
        Map<String, Double> box = place("#timeline canvas");
        double y = box.get("y") + box.get("height") / 2;
        browser.drag(box.get("x") + from * box.get("width"), y, box.get("x") + to * box.get("width"), y);
    }

    private static double share(JsonObject of, String name) {
        return of.get(name).getAsDouble();
    }

    @Test
    void opensWithoutAMessageOrARequest() {
        browser.open(page);
        assertThat(browser.messages()).isEmpty();
        assertThat(browser.requests()).containsExactly(page.toUri().toString());
        assertThat(browser.text("document.title")).isEqualTo("perfhint: org.example.export.Export");
    }

    /** The report in the page is the JSON report, and what is shown of it are its numbers. */
    @Test
    void showsTheNumbersOfTheJson() {
        browser.open(page);
        JsonObject inPage = JsonParser.parseString(browser.text("JSON.stringify(JSON.parse(document.getElementById('data').textContent).reports[0])"))
                .getAsJsonObject();
        assertThat(inPage).isEqualTo(json);
        JsonObject cpu = json.getAsJsonObject("cpu");
        assertThat(browser.text("document.querySelector('.figure strong').textContent"))
                .isEqualTo("%.1f %%".formatted(100 * share(cpu, "systemShare")));
        JsonObject hotspots = hotspots();
        for (JsonElement each : json.getAsJsonArray("hotspots")) {
            JsonObject hotspot = each.getAsJsonObject();
            var shown = hotspots.getAsJsonArray(hotspot.get("method").getAsString());
            assertThat(shown.get(0).getAsDouble()).isCloseTo(share(hotspot, "exclusiveShare"), within(1e-6));
            assertThat(shown.get(1).getAsLong()).isEqualTo(hotspot.get("exclusiveNanos").getAsLong());
            assertThat(shown.get(2).getAsDouble()).isCloseTo(share(hotspot, "inclusiveShare"), within(1e-6));
            assertThat(shown.get(3).getAsLong()).isEqualTo(hotspot.get("inclusiveNanos").getAsLong());
            assertThat(shown.get(4).getAsLong()).isEqualTo(hotspot.get("inclusive").getAsLong());
        }
        for (JsonElement finding : json.getAsJsonArray("findings")) {
            assertThat(browser.text("document.getElementById('finding-" + finding.getAsJsonObject().get("id").getAsString() + "').textContent"))
                    .contains("costs %.1f %% of the system CPU".formatted(100 * share(finding.getAsJsonObject(), "systemShare")))
                    .contains(finding.getAsJsonObject().get("message").getAsString());
        }
        assertThat(browser.number("document.querySelectorAll('#overview .table tbody tr [data-value]').length / 2"))
                .isEqualTo(json.getAsJsonArray("account").size());
    }

    /** With native functions the table is summed up from the page's own stacks. */
    @Test
    void sumsItsStacksToTheNumbersOfTheJson() {
        browser.open(page);
        click("#hotspots input[type=checkbox]");
        JsonObject summed = hotspots();
        for (JsonElement each : json.getAsJsonArray("hotspots")) {
            JsonObject hotspot = each.getAsJsonObject();
            if (!hotspot.get("method").getAsString().startsWith("[")) {
                var shown = summed.getAsJsonArray(hotspot.get("method").getAsString());
                assertThat(shown.get(3).getAsLong()).isEqualTo(hotspot.get("inclusiveNanos").getAsLong());
                assertThat(shown.get(4).getAsLong()).isEqualTo(hotspot.get("inclusive").getAsLong());
            }
        }
        assertThat(summed.keySet()).contains("ksys_write");
        click("#graph input[value=cpu]");
        assertThat(browser.text("document.querySelector('#hotspots .status').textContent"))
                .contains("%,d samples".formatted(json.getAsJsonObject("cpu").get("samples").getAsLong()));
    }

    @Test
    void searchSaysHowMuchMatches() {
        browser.open(page);
        search("ExtOutputStream\\\\.write$");
        JsonObject found = json.getAsJsonArray("hotspots").asList().stream().map(JsonElement::getAsJsonObject)
                .filter(each -> each.get("method").getAsString().equals("org.example.export.ExtOutputStream.write")).findFirst().orElseThrow();
        assertThat(browser.text("document.getElementById('matched').textContent"))
                .isEqualTo("%.1f %% matched".formatted(100 * share(found, "inclusiveShare")));
        search("no such frame(");
        assertThat(browser.text("document.getElementById('matched').textContent")).isEqualTo("0.0 % matched");
        search("");
        assertThat(browser.text("document.getElementById('matched').textContent")).isEmpty();
    }

    @Test
    void setsTheCentreByClick() throws Exception {
        browser.open(page);
        browser.evaluate("[...document.querySelectorAll('#hotspots button.method')].find((b) => b.textContent === '" + WRITE + "').click()");
        assertThat(browser.text("document.querySelector('.centre .method').textContent")).isEqualTo(WRITE);
        Profile profile = Recordings.read(List.of(Path.of(Example.CPU)), ReadOptions.DEFAULTS, new ByteArrayInputStream(new byte[0]));
        Butterfly expected = Butterfly.of(profile, Evidence.KERNEL_FRAMES, WRITE, false);
        JsonObject callers = callers();
        assertThat(callers.keySet()).hasSameSizeAs(expected.callers());
        for (Butterfly.Edge edge : expected.callers()) {
            assertThat(callers.getAsJsonArray(edge.method()).get(0).getAsDouble())
                    .isCloseTo(edge.share(expected.centre().orElseThrow()), within(1e-9));
            assertThat(callers.getAsJsonArray(edge.method()).get(1).getAsLong()).isEqualTo(edge.nanos());
            assertThat(callers.getAsJsonArray(edge.method()).get(2).getAsLong()).isEqualTo(edge.samples());
        }
        String caller = expected.callers().get(0).method();
        browser.evaluate("[...document.querySelectorAll('.butterfly button.method')].find((b) => b.textContent === '" + caller + "').click()");
        assertThat(browser.text("document.querySelector('.centre .method').textContent")).isEqualTo(caller);
        assertThat(rows(".butterfly .table:nth-of-type(3) tbody tr").keySet()).contains(WRITE);
        click("#butterfly .toolbar button");
        assertThat(browser.text("document.querySelector('.centre .method').textContent")).isEqualTo(WRITE);
    }

    @Test
    void zoomsByClickAndTurnsTheGraph() {
        browser.open(page);
        Map<String, Double> box = place("#graph canvas", "end");
        double bottom = box.get("y") + box.get("height");
        browser.drag(box.get("x") + 300, bottom - 28, box.get("x") + 300, bottom - 28);
        assertThat(browser.text("document.querySelector('.crumbs').textContent")).isEqualTo("all › Export.main");
        for (String toggle : List.of("icicle", "reversed", "by thread")) {
            browser.evaluate("[...document.querySelectorAll('#graph .toggle')].find((t) => t.textContent === '" + toggle + "').querySelector('input').click()");
            browser.settle();
        }
        assertThat(browser.text("document.querySelector('.crumbs').textContent")).isEqualTo("all");
        box = place("#graph canvas", "start");
        browser.drag(box.get("x") + 300, box.get("y") + 28, box.get("x") + 300, box.get("y") + 28);
        assertThat(browser.text("document.querySelector('#graph .status').textContent")).startsWith("main · threads · 99.9 %");
        assertThat(browser.messages()).isEmpty();
    }

    @Test
    void keepsTheViewInTheAddress() {
        browser.open(page);
        assertThat(browser.text("location.hash")).isEmpty();
        search("ExtOutputStream");
        Map<String, Double> box = place("#graph canvas", "end");
        double bottom = box.get("y") + box.get("height");
        browser.drag(box.get("x") + 300, bottom - 28, box.get("x") + 300, bottom - 28);
        click("#graph input[value=cpu]");
        String crumbs = browser.text("document.querySelector('.crumbs').textContent");
        String matched = browser.text("document.getElementById('matched').textContent");
        String url = browser.text("location.href");
        assertThat(url).contains("#graph?metric=cpu&search=ExtOutputStream&zoom=");
        browser.open(url);
        assertThat(browser.text("document.querySelector('.crumbs').textContent")).isEqualTo(crumbs).startsWith("all › ");
        assertThat(browser.text("document.getElementById('matched').textContent")).isEqualTo(matched).isNotEmpty();
        assertThat(browser.text("document.querySelector('#graph input[name=metric]:checked').value")).isEqualTo("cpu");
        assertThat(browser.messages()).isEmpty();
    }

    @Test
    void cutsNothingInANarrowWindow() {
        for (int width : List.of(800, 1280, 1920)) {
            browser.call("Emulation.setDeviceMetricsOverride", Map.of("width", width, "height", 1000, "deviceScaleFactor", 1, "mobile", false));
            browser.open(page);
            assertThat(browser.text("[...document.querySelectorAll('body, nav, .table, .flame')].filter((e) => e.scrollWidth > e.clientWidth + 1"
                    + " || e.scrollHeight > e.clientHeight + 1 && e.matches('.flame')).map((e) => e.className + e.tagName).join()"))
                    .as("%d px", width).isEmpty();
        }
        browser.call("Emulation.clearDeviceMetricsOverride", Map.of());
    }

    @Test
    void worksByKeys() {
        browser.open(page);
        press("/");
        assertThat(browser.text("document.activeElement.id")).isEqualTo("search");
        browser.evaluate("document.querySelector('#graph canvas').focus()");
        press("ArrowUp");
        press("ArrowUp");
        press("Enter");
        assertThat(browser.text("document.querySelector('.crumbs').textContent")).isEqualTo("all › Export.main › Export.export");
        press("c");
        assertThat(browser.text("document.querySelector('.centre .method').textContent")).isEqualTo("org.example.export.Export.export");
        browser.evaluate("document.querySelector('#graph canvas').focus()");
        press("Escape");
        assertThat(browser.text("document.querySelector('.crumbs').textContent")).isEqualTo("all");
        browser.evaluate("document.querySelector('#timeline canvas').focus()");
        press("ArrowRight");
        press("ArrowRight");
        assertThat(browser.text("document.querySelector('#range-chip span').textContent")).isEqualTo("0.27 to 0.54 s");
        press("Escape");
        assertThat(browser.evaluate("document.getElementById('range-chip').hidden").getAsBoolean()).isTrue();
        press("t");
        assertThat(browser.text("document.documentElement.dataset.theme")).isEqualTo("light");
        press("t");
        assertThat(browser.text("document.documentElement.dataset.theme")).isEqualTo("dark");
        press("?");
        assertThat(browser.evaluate("document.getElementById('help').open").getAsBoolean()).isTrue();
        assertThat(browser.messages()).isEmpty();
    }

    private static void press(String key) {
        browser.call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key));
        browser.call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
        browser.settle();
    }

    /** Two parts of the time together are all of it; the table and the graph follow. */
    @Test
    void selectsARangeOfTheTimeline() {
        browser.open(page);
        double all = hotspots().getAsJsonArray(WRITE).get(3).getAsDouble();
        dragOverTimeline(0.001, 0.499);
        assertThat(browser.evaluate("document.getElementById('range-chip').hidden").getAsBoolean()).isFalse();
        double first = hotspots().getAsJsonArray(WRITE).get(3).getAsDouble();
        String graph = browser.text("document.querySelector('#hotspots .status').textContent");
        click("#range-chip button");
        dragOverTimeline(0.52, 0.999);
        double second = hotspots().getAsJsonArray(WRITE).get(3).getAsDouble();
        assertThat(first).isPositive().isLessThan(all);
        assertThat(first + second).isCloseTo(all, within(all * 1e-9));
        assertThat(graph).contains("in the selected range");
        assertThat(browser.text("document.querySelector('.centre').textContent")).contains("%.2f s".formatted(0 + browser.number(
                "Number([...document.querySelectorAll('#hotspots tbody tr')].find((r) => r.querySelector('.method').textContent"
                        + " === document.querySelector('.centre .method').textContent).querySelectorAll('[data-value]')[3].dataset.value)") / 1e9));
        click("#range-chip button");
        assertThat(hotspots().getAsJsonArray(WRITE).get(3).getAsDouble()).isEqualTo(all);
    }

    @Test
    void copiesADiffThatApplies() throws Exception {
        browser.open(page);
        browser.call("Browser.grantPermissions", Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
        click("article .copy");
        browser.evaluate("new Promise((done) => setTimeout(done, 200))");
        Path diff = Files.writeString(directory.resolve("copied.diff"), browser.text("navigator.clipboard.readText()"));
        assertThat(diff).content().startsWith("diff --git ").contains("+        writer = new BufferedOutputStream(");
        Process apply = new ProcessBuilder("git", "apply", "--check", diff.toString()).directory(Path.of("..").toFile())
                .redirectErrorStream(true).start();
        assertThat(new String(apply.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
        assertThat(apply.waitFor()).isZero();
    }

    /** Names of classes, functions, threads and files are text, whatever they hold. */
    @Test
    void showsHostileNamesAsText() throws IOException {
        String evil = "</script><img src=x onerror=alert`1`>\"'&lt\u202Egpj${data}%data%";
        Path recording = directory.resolve("a'\"><b>.txt");
        Files.writeString(recording, ("[" + evil + " tid=1];com/evil/" + evil.replace("/", "") + ".run_[j];__GI___libc_write;"
                + "do_syscall_64_[k];" + evil.replace(";", "") + "_[k] 400\n").repeat(3));
        Path hostile = page("analyze", recording.toString(), "--event", "cpu");
        assertThat(Files.readString(hostile)).doesNotContain("<img").containsOnlyOnce("</style>");
        browser.open(hostile);
        assertThat(browser.messages()).isEmpty();
        assertThat(browser.requests()).hasSize(1);
        assertThat(browser.number("document.images.length + document.querySelectorAll('b b, td > b').length")).isZero();
        assertThat(browser.text("document.getElementById('hotspots').textContent")).contains("script><img src=x onerror=alert`1`>\"'&lt\\u202egpj${data}%data%");
    }

    /** What is left out stands as [other], and all sums stay. */
    @Test
    void keepsItsSumsWhereFramesAreLeftOut() throws IOException {
        StringBuilder stacks = new StringBuilder();
        for (int i = 0; i < 30_000; i++) {
            stacks.append("app/Main.main_[j];app/Part").append(i % 300).append(".run_[j];app/Leaf").append(i).append(".go_[j];write_[k] ")
                    .append(i % 7 + 1).append('\n');
        }
        Path recording = Files.writeString(directory.resolve("many.collapsed"), stacks);
        Path pruned = page("analyze", recording.toString(), "--event", "cpu");
        assertThat(Files.size(pruned)).isLessThan(1_500_000);
        browser.open(pruned);
        assertThat(browser.messages()).isEmpty();
        assertThat(browser.text("document.getElementById('pruned').textContent")).contains(" of 60,301 frames; those below 0.0");
        browser.evaluate("[...document.querySelectorAll('#hotspots button.method')].find((b) => b.textContent.startsWith('app.Leaf')).click()");
        browser.evaluate("[...document.querySelectorAll('.butterfly button.method')].find((b) => b.textContent.startsWith('app.Part')).click()");
        browser.evaluate("document.querySelectorAll('.butterfly .more').forEach((more) => more.click())");
        double callees = rows(".butterfly .table:nth-of-type(3) tbody tr").entrySet().stream()
                .mapToDouble(row -> row.getValue().getAsJsonArray().get(0).getAsDouble()).sum();
        assertThat(callees).isCloseTo(1, within(1e-9));
        assertThat(rows(".butterfly .table:nth-of-type(3) tbody tr").keySet()).contains("[other]");
    }

    @Test
    void comparesTwoRecordings() throws IOException {
        String patched = Path.of(Example.CPU).resolveSibling("patched-cpu.jfr").toString();
        Path compared = page("compare", Example.CPU, patched, "--work-before", "1", "--work-after", "5");
        JsonObject comparison = JsonParser.parseString(Invocation.of("compare", Example.CPU, patched, "--work-before", "1",
                "--work-after", "5", "--format", "json").out()).getAsJsonObject();
        browser.open(compared);
        assertThat(browser.messages()).isEmpty();
        assertThat(browser.requests()).hasSize(1);
        JsonObject inPage = JsonParser.parseString(browser.text("JSON.stringify(JSON.parse(document.getElementById('data').textContent).comparison)"))
                .getAsJsonObject();
        assertThat(inPage).isEqualTo(comparison);
        Map<String, String> words = Map.of("smaller", "improved", "larger", "regressed", "inconclusive", "unclear");
        List<String> verdicts = comparison.getAsJsonArray("changes").asList().stream().limit(5).map(JsonElement::getAsJsonObject)
                .filter(change -> !change.get("subject").getAsString().equals("finding"))
                .map(change -> change.get("verdict").getAsString()).map(verdict -> words.getOrDefault(verdict, verdict)).toList();
        assertThat(browser.text("[...document.querySelectorAll('#changes td .verdict')].map((v) => v.textContent).join()")).contains(verdicts);
        assertThat(browser.number("""
                (() => {
                  const profile = new Profile(JSON.parse(document.getElementById('data').textContent).graph);
                  const view = new View(profile, { metric: 'system', byThread: false, reversed: false });
                  const same = new SamePlaces(view);
                  const changes = view.frame.map((frame, node) => (node && profile.frames[frame].name.startsWith('java.io.') ? same.change(node) : { certain: false }));
                  return Math.max(...changes.filter((change) => change.certain).map((change) => change.value));
                })()""")).as("a buffer between the program and its stream is no regression").isLessThan(-0.5);
        search("FileOutputStream\\\\.write$");
        String both = browser.text("document.getElementById('matched').textContent");
        click("#graph input[value=after]");
        assertThat(browser.text("document.getElementById('matched').textContent")).isNotEqualTo(both).endsWith("matched");
        String whole = browser.text("document.querySelector('#hotspots .status').textContent");
        dragOverTimeline(0.3, 0.6);
        assertThat(browser.text("document.querySelector('#hotspots .status').textContent")).contains("in the selected range").isNotEqualTo(whole);
        click("#range-chip button");
        assertThat(browser.text("document.querySelector('#hotspots .status').textContent")).isEqualTo(whole);
        assertThat(browser.messages()).isEmpty();
    }

    /** A recording without CPU samples has a page, too. */
    @Test
    void opensWithoutCpuSamples() throws IOException {
        Path recording = Files.writeString(directory.resolve("wall.collapsed"), "app/Main.main_[j];read_[k] 50\n");
        browser.open(page("analyze", recording.toString(), "--event", "wall"));
        assertThat(browser.messages()).isEmpty();
        assertThat(browser.text("document.querySelector('.overview').textContent")).startsWith("unknown");
    }
}
