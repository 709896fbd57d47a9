package dev.perfhint.cli.output.ci;

import com.google.gson.stream.JsonWriter;
import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.RulePage;
import dev.perfhint.cli.output.json.JsonReport;
import dev.perfhint.cli.output.json.JsonText;
import dev.perfhint.cli.output.text.UnsureText;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Confidence;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.model.Suppression;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Edit;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A report in SARIF 2.1.0, for code scanning. All locations are relative to the source base, which is the repository
 * where there is one; a finding without a source has a logical location only.
 */
public final class SarifReport {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final String BASE = "%SRCROOT%";
    private static final String NO_PLACE =
            ": it adds a file, for which SARIF has no form; perfhint analyze --fix writes it";

    private final JsonWriter json;
    private final Report report;
    private final List<String> rules;

    private SarifReport(JsonWriter json, Report report) {
        this.json = json;
        this.report = report;
        this.rules = List.copyOf(new TreeSet<>(report.findings().stream().map(Finding::rule).toList()));
    }

    public static String of(Report report, String version) {
        return JsonText.of(json -> new SarifReport(json, report).write(version));
    }

    private void write(String version) throws IOException {
        json.beginObject();
        json.name("$schema").value(SCHEMA);
        json.name("version").value("2.1.0");
        json.name("runs").beginArray().beginObject();
        json.name("tool").beginObject().name("driver").beginObject();
        json.name("name").value("perfhint");
        json.name("version").value(version);
        json.name("rules").beginArray();
        for (String rule : rules) {
            rule(Rules.find(rule).orElseThrow());
        }
        json.endArray().endObject().endObject();
        json.name("columnKind").value("utf16CodeUnits");
        json.name("newlineSequences").beginArray().value("\r\n").value("\n").value("\r").endArray();
        json.name("originalUriBaseIds").beginObject().name(BASE).beginObject();
        message("description", "the repository, or what the source directories have in common");
        json.endObject().endObject();
        json.name("results").beginArray();
        for (Finding finding : report.findings()) {
            result(finding);
        }
        json.endArray().endObject().endArray().endObject();
    }

    private void rule(Rule rule) throws IOException {
        String page = RulePage.of(rule.id());
        json.beginObject();
        json.name("id").value(rule.id());
        message("shortDescription", rule.summary());
        json.name("help").beginObject();
        json.name("text").value(page);
        json.name("markdown").value(page);
        json.endObject();
        json.name("properties").beginObject();
        json.name("tags").beginArray().value("performance").value(rule.family()).endArray();
        json.endObject();
        json.endObject();
    }

    private void result(Finding finding) throws IOException {
        json.beginObject();
        json.name("ruleId").value(finding.rule());
        json.name("ruleIndex").value(rules.indexOf(finding.rule()));
        json.name("level").value(finding.confidence() == Confidence.LOW ? "note" : level(finding.severity()));
        message("message", text(finding));
        json.name("locations").beginArray();
        location(FindingLine.place(finding).orElse(finding.site()), Optional.empty());
        json.endArray();
        if (finding.created().isPresent()) {
            json.name("relatedLocations").beginArray();
            location(finding.site(), Optional.of("called here"));
            json.endArray();
        }
        codeFlow(finding);
        json.name("partialFingerprints").beginObject().name("perfhint/v1").value(finding.id()).endObject();
        suppressions(finding);
        Optional<Fix> fix = finding.fix().filter(Fix::isOffered).filter(each -> !createsFile(each));
        if (fix.isPresent()) {
            fix(fix.get());
        }
        properties(finding);
        json.endObject();
    }

    private void suppressions(Finding finding) throws IOException {
        Suppression why = report.suppressed().get(finding.id());
        if (why != null) {
            json.name("suppressions").beginArray().beginObject();
            json.name("kind").value(why.kind().equals("comment") ? "inSource" : "external");
            json.name("justification").value(why.reason());
            json.endObject().endArray();
        }
    }

    private static String text(Finding finding) {
        if (finding.confidence() == Confidence.LOW) {
            return "low confidence: " + UnsureText.sentence(finding);
        }
        return FindingLine.message(finding)
                + finding.fix().map(fix -> "; fix: " + fix.title() + " (" + fix.applicability().label() + ")"
                        + (fix.isOffered() && createsFile(fix) ? NO_PLACE : ""))
                .orElse("");
    }

    private static boolean createsFile(Fix fix) {
        return fix.edits().stream().anyMatch(Edit::create);
    }

    /** The code flow of a result begins at the outermost caller. */
    private void codeFlow(Finding finding) throws IOException {
        if (finding.chain().isEmpty()) {
            return;
        }
        Map<String, Site> known = new LinkedHashMap<>();
        finding.sites().forEach(site -> known.put(frame(site), site));
        List<ChainFrame> outermostFirst = new ArrayList<>(finding.chain());
        java.util.Collections.reverse(outermostFirst);
        json.name("codeFlows").beginArray().beginObject();
        json.name("threadFlows").beginArray().beginObject();
        json.name("locations").beginArray();
        for (ChainFrame frame : outermostFirst) {
            json.beginObject().name("location");
            Optional<Site> site = Optional.ofNullable(known.get(frame.text()));
            if (site.isPresent()) {
                location(site.get(), Optional.of(frame.text()));
            } else {
                json.beginObject();
                message("message", frame.text());
                json.endObject();
            }
            json.endObject();
        }
        json.endArray().endObject().endArray().endObject().endArray();
    }

    /** Returns a call site as a chain shows it. */
    private static String frame(Site site) {
        String line = site.line() > 0 ? ":" + site.line() : "";
        return site.className() + "." + site.methodName() + "(" + site.file() + line + ")";
    }

    private void location(Site site, Optional<String> message) throws IOException {
        json.beginObject();
        if (!site.path().isEmpty()) {
            json.name("physicalLocation").beginObject();
            artifact(site.path());
            json.name("region").beginObject();
            json.name("startLine").value(Math.max(1, site.line()));
            if (site.column() > 0) {
                json.name("startColumn").value(site.column());
            }
            json.endObject().endObject();
        }
        json.name("logicalLocations").beginArray().beginObject();
        json.name("fullyQualifiedName").value(site.className() + "." + site.methodName());
        json.name("kind").value("function");
        json.endObject().endArray();
        if (message.isPresent()) {
            message("message", message.get());
        }
        json.endObject();
    }

    private void fix(Fix fix) throws IOException {
        Map<String, List<Edit>> byFile = new LinkedHashMap<>();
        for (Edit edit : fix.edits()) {
            byFile.computeIfAbsent(FindingLine.path(edit, report.sourceBase()), file -> new ArrayList<>()).add(edit);
        }
        json.name("fixes").beginArray().beginObject();
        message("description", fix.title());
        json.name("artifactChanges").beginArray();
        for (Map.Entry<String, List<Edit>> file : byFile.entrySet()) {
            json.beginObject();
            artifact(file.getKey());
            json.name("replacements").beginArray();
            for (Edit edit : file.getValue()) {
                json.beginObject().name("deletedRegion").beginObject();
                json.name("startLine").value(edit.startLine());
                json.name("startColumn").value(edit.startColumn());
                json.name("endLine").value(edit.endLine());
                json.name("endColumn").value(edit.endColumn());
                json.endObject();
                message("insertedContent", edit.text());
                json.endObject();
            }
            json.endArray().endObject();
        }
        json.endArray();
        json.name("properties").beginObject();
        json.name("id").value(fix.id());
        json.name("applicability").value(fix.applicability().label());
        json.name("compiled").value(fix.checks().compiled().name().toLowerCase(java.util.Locale.ROOT));
        json.name("reasons").beginArray();
        for (String reason : fix.reasons()) {
            json.value(reason);
        }
        json.endArray();
        json.name("conflictsWith").beginArray();
        for (String other : fix.conflictsWith()) {
            json.value(other);
        }
        json.endArray().endObject().endObject().endArray();
    }

    private void properties(Finding finding) throws IOException {
        json.name("properties").beginObject();
        json.name("severity").value(finding.severity().label());
        json.name("confidence").value(finding.confidence().label());
        json.name("evidence").value(finding.evidence().label());
        json.name("systemShare");
        JsonReport.share(json, finding.systemShare().orElse(Double.NaN));
        json.name("cpuShare");
        JsonReport.share(json, finding.cpuShare().orElse(Double.NaN));
        if (finding.fixSaving().preview().isPresent()) {
            json.name("preview").beginObject();
            json.name("before").value(finding.fixSaving().preview().get().before());
            json.name("after").value(finding.fixSaving().preview().get().after());
            json.endObject();
        }
        json.endObject();
    }

    private void artifact(String path) throws IOException {
        json.name("artifactLocation").beginObject();
        json.name("uri").value(uri(path));
        json.name("uriBaseId").value(BASE);
        json.endObject();
    }

    private void message(String name, String text) throws IOException {
        json.name(name).beginObject().name("text").value(text).endObject();
    }

    /** A path's first segment may hold a colon: the name of a scheme must not be seen in it. */
    private static String uri(String path) {
        try {
            String uri = new URI(null, null, "/" + path, null).toASCIIString().substring(1);
            return uri.indexOf(':') >= 0 ? uri.replace(":", "%3A") : uri;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(path, e);
        }
    }

    private static String level(Severity severity) {
        return switch (severity) {
            case HIGH -> "error";
            case MEDIUM -> "warning";
            case LOW, INFO -> "note";
        };
    }
}
