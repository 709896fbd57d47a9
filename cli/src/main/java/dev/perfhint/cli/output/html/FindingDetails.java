package dev.perfhint.cli.output.html;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.RulePage;
import dev.perfhint.cli.output.SourceLines;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.JointSaving;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.model.Site;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Patch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a page shows of findings beyond the JSON report: lines of the sources, diffs, the rules' pages, the joint
 * saving.
 */
final class FindingDetails {
    private static final int LINES_AROUND = 5;
    private static final int MAX_LINE_CHARS = 400;
    private static final int MAX_DIFF_CHARS = 60_000;

    private FindingDetails() {}

    static void write(JsonWriter json, List<HtmlReport.Input> inputs) throws IOException {
        json.name("details").beginArray();
        Set<String> rules = new TreeSet<>();
        for (HtmlReport.Input input : inputs) {
            SourceLines lines = new SourceLines(input.sources());
            json.beginObject();
            joint(json, input);
            json.name("findings").beginObject();
            for (Finding finding : input.report().findings()) {
                rules.add(finding.rule());
                json.name(finding.id()).beginObject();
                excerpts(json, finding, lines);
                json.name("diff").value(diff(input.sources(), finding.fix()));
                json.name("chainShares").beginArray();
                for (var frame : finding.chain()) {
                    json.value(frame.share());
                }
                json.endArray();
                json.endObject();
            }
            json.endObject();
            json.endObject();
        }
        json.endArray();
        json.name("rules").beginObject();
        for (String rule : rules) {
            json.name(rule).value(RulePage.of(rule));
        }
        json.endObject();
    }

    private static void joint(JsonWriter json, HtmlReport.Input input) throws IOException {
        json.name("joint").beginObject();
        joint(json, "safe", JointSaving.of(input.report(), List.of(Applicability.SAFE)));
        joint(json, "all", JointSaving.of(input.report(), List.of(Applicability.SAFE, Applicability.UNSAFE)));
        json.endObject();
    }

    private static void joint(JsonWriter json, String name, JointSaving saving) throws IOException {
        json.name(name).beginObject();
        json.name("fixes").value(saving.fixes());
        json.name("systemShare");
        range(json, saving.systemShare());
        json.name("cpuShare");
        range(json, saving.cpuShare());
        json.endObject();
    }

    private static void range(JsonWriter json, Optional<Range> range) throws IOException {
        if (range.isEmpty()) {
            json.nullValue();
        } else {
            json.beginArray().value(range.get().low()).value(range.get().high()).endArray();
        }
    }

    private static void excerpts(JsonWriter json, Finding finding, SourceLines lines) throws IOException {
        json.name("excerpts").beginArray();
        if (finding.created().isPresent() && !isSameLine(finding.created().get(), finding.site())) {
            excerpt(json, "created here", finding.created().get(), lines);
        }
        excerpt(json, finding.created().filter(created -> isSameLine(created, finding.site())).isPresent()
                ? "created and called here" : "called here", finding.site(), lines);
        json.endArray();
    }

    private static boolean isSameLine(Site one, Site other) {
        return one.path().equals(other.path()) && one.line() == other.line();
    }

    private static void excerpt(JsonWriter json, String what, Site site, SourceLines lines) throws IOException {
        if (site.path().isEmpty() || lines.line(site.path(), site.line()).isEmpty()) {
            return;
        }
        int first = Math.max(1, site.line() - LINES_AROUND);
        json.beginObject();
        json.name("what").value(what);
        json.name("path").value(site.path());
        json.name("line").value(site.line());
        json.name("first").value(first);
        json.name("lines").beginArray();
        for (int line = first; line <= site.line() + LINES_AROUND; line++) {
            Optional<String> text = lines.line(site.path(), line);
            if (text.isPresent()) {
                json.value(text.get().substring(0, Math.min(MAX_LINE_CHARS, text.get().length())));
            }
        }
        json.endArray();
        json.endObject();
    }

    private static String diff(Optional<Sources> sources, Optional<Fix> fix) {
        if (sources.isEmpty() || fix.isEmpty() || fix.get().edits().isEmpty()) {
            return null;
        }
        String diff = new String(Patch.of(sources.get(), fix.get()).unifiedDiff(), StandardCharsets.UTF_8);
        return diff.length() > MAX_DIFF_CHARS ? null : diff;
    }
}
