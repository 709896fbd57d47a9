package dev.perfhint.cli.output.ci;

import dev.perfhint.cli.output.FindingLine;
import dev.perfhint.cli.output.json.Json;
import dev.perfhint.cli.output.json.JsonReport;
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
import dev.perfhint.rules.pattern.RulePage;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Edit;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    private final Report report;
    private final List<Finding> findings;
    private final List<String> rules;

    private SarifReport(Report report) {
        this.report = report;
        this.findings = report.findings().stream().filter(finding -> !finding.isFaint()).toList();
        this.rules = List.copyOf(new TreeSet<>(findings.stream().map(Finding::rule).toList()));
    }

    public static String of(Report report, String version) {
        return Json.text(new SarifReport(report).log(version));
    }

    private Json log(String version) {
        Json driver = new Json().put("name", "perfhint").put("version", version)
                .put("rules", rules, rule -> rule(Rules.find(rule).orElseThrow()));
        Json run = new Json()
                .put("tool", new Json().put("driver", driver))
                .put("columnKind", "utf16CodeUnits")
                .put("newlineSequences", List.of("\r\n", "\n", "\r"))
                .put("originalUriBaseIds", new Json().put(BASE, new Json()
                        .put("description", text("the repository, or what the source directories have in common"))))
                .put("results", findings, this::result);
        return new Json().put("$schema", SCHEMA).put("version", "2.1.0").put("runs", List.of(run));
    }

    private static Json rule(Rule rule) {
        String page = RulePage.of(rule.id()).text();
        return new Json()
                .put("id", rule.id())
                .put("shortDescription", text(rule.summary()))
                .put("help", text(page).put("markdown", page))
                .put("properties", new Json().put("tags", List.of("performance", rule.family())));
    }

    private Json result(Finding finding) {
        Json result = new Json()
                .put("ruleId", finding.rule())
                .put("ruleIndex", rules.indexOf(finding.rule()))
                .put("level", finding.confidence() == Confidence.LOW ? "note" : level(finding.severity()))
                .put("message", text(message(finding)))
                .put("locations", List.of(location(FindingLine.place(finding).orElse(finding.site()))));
        if (finding.created().isPresent()) {
            result.put("relatedLocations", List.of(location(finding.site()).put("message", text("called here"))));
        }
        if (!finding.chain().isEmpty()) {
            result.put("codeFlows", List.of(codeFlow(finding)));
        }
        result.put("partialFingerprints", new Json().put("perfhint/v1", finding.id()));
        Suppression why = report.suppressed().get(finding.id());
        if (why != null) {
            result.put("suppressions", List.of(new Json()
                    .put("kind", why.kind().equals("comment") ? "inSource" : "external")
                    .put("justification", why.reason())));
        }
        finding.fix().filter(Fix::isOffered).filter(fix -> !createsFile(fix))
                .ifPresent(fix -> result.put("fixes", List.of(fix(fix))));
        return result.put("properties", properties(finding));
    }

    private String message(Finding finding) {
        if (finding.confidence() == Confidence.LOW) {
            return "low confidence: " + UnsureText.sentence(finding, report.profile());
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
    private static Json codeFlow(Finding finding) {
        Map<String, Site> known = new LinkedHashMap<>();
        finding.sites().forEach(site -> known.put(frame(site), site));
        List<ChainFrame> outermostFirst = new ArrayList<>(finding.chain());
        Collections.reverse(outermostFirst);
        Json flow = new Json().put("locations", outermostFirst, frame -> {
            Site site = known.get(frame.text());
            return new Json().put("location",
                    (site == null ? new Json() : location(site)).put("message", text(frame.text())));
        });
        return new Json().put("threadFlows", List.of(flow));
    }

    /** Returns a call site as a chain shows it. */
    private static String frame(Site site) {
        String line = site.line() > 0 ? ":" + site.line() : "";
        return site.className() + "." + site.methodName() + "(" + site.file() + line + ")";
    }

    private static Json location(Site site) {
        Json location = new Json();
        if (!site.path().isEmpty()) {
            Json region = new Json().put("startLine", Math.max(1, site.line()));
            if (site.column() > 0) {
                region.put("startColumn", site.column());
            }
            location.put("physicalLocation",
                    new Json().put("artifactLocation", artifact(site.path())).put("region", region));
        }
        return location.put("logicalLocations", List.of(new Json()
                .put("fullyQualifiedName", site.className() + "." + site.methodName())
                .put("kind", "function")));
    }

    private Json fix(Fix fix) {
        Map<String, List<Edit>> byFile = new LinkedHashMap<>();
        for (Edit edit : fix.edits()) {
            byFile.computeIfAbsent(FindingLine.path(edit, report.sourceBase()), file -> new ArrayList<>()).add(edit);
        }
        return new Json()
                .put("description", text(fix.title()))
                .put("artifactChanges", byFile.entrySet(), file -> new Json()
                        .put("artifactLocation", artifact(file.getKey()))
                        .put("replacements", file.getValue(), SarifReport::replacement))
                .put("properties", new Json()
                        .put("id", fix.id())
                        .put("applicability", fix.applicability().label())
                        .put("compiled", fix.checks().compiled().name().toLowerCase(Locale.ROOT))
                        .put("reasons", fix.reasons())
                        .put("conflictsWith", fix.conflictsWith()));
    }

    private static Json replacement(Edit edit) {
        Json region = new Json()
                .put("startLine", edit.startLine())
                .put("startColumn", edit.startColumn())
                .put("endLine", edit.endLine())
                .put("endColumn", edit.endColumn());
        return new Json().put("deletedRegion", region).put("insertedContent", text(edit.text()));
    }

    private static Json properties(Finding finding) {
        Json properties = new Json()
                .put("severity", finding.severity().label())
                .put("confidence", finding.confidence().label())
                .put("evidence", finding.evidence().label())
                .put("systemShare", JsonReport.share(finding.systemShare().orElse(Double.NaN)))
                .put("cpuShare", JsonReport.share(finding.cpuShare().orElse(Double.NaN)));
        finding.fixSaving().preview().ifPresent(preview -> properties.put("preview",
                new Json().put("before", preview.before()).put("after", preview.after())));
        return properties;
    }

    private static Json artifact(String path) {
        return new Json().put("uri", uri(path)).put("uriBaseId", BASE);
    }

    private static Json text(String text) {
        return new Json().put("text", text);
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
