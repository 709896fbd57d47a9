package dev.perfhint.cli.output.fleet;

import dev.perfhint.rules.fleet.FleetChange;
import dev.perfhint.rules.fleet.FleetReport;
import dev.perfhint.rules.fleet.FleetReport.ServiceLine;
import dev.perfhint.rules.fleet.FleetReport.TrendPoint;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The fleet's report as a page without script or request; it links one page per service in {@code services/}. */
public final class FleetHtml {
    private static final int TREND_WIDTH = 120;
    private static final int TREND_HEIGHT = 24;

    private FleetHtml() {}

    /** Returns the file name of a service's page. */
    public static String pageName(String service) {
        StringBuilder name = new StringBuilder();
        for (byte b : service.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = Character.isLetterOrDigit(c) && c < 128 || c == '-' || c == '.' && name.length() > 0;
            name.append(plain ? String.valueOf(c) : "_" + HexFormat.of().toHexDigits(b));
        }
        return name + ".html";
    }

    public static String of(FleetReport report, FleetCoverage coverage, String version) {
        StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                + " 'unsafe-inline'\"><title>perfhint fleet</title>"
                + "<style>body{font:14px system-ui,sans-serif;margin:2em;max-width:100em}"
                + "table{border-collapse:collapse}"
                + "td,th{padding:.25em .8em;text-align:left;border-bottom:1px solid #8884}"
                + "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}code{font-size:13px}"
                + "polyline{fill:none;stroke:#36c;stroke-width:1.5}.regressed{color:#b00}@media(prefers-color-scheme:"
                + "dark){body{background:#181818;color:#ddd}a{color:#8bf}}</style></head><body><h1>Fleet</h1>\n<p>");
        page.append(text(coverage.line())).append("</p>\n");
        findings(page, report);
        services(page, report);
        changes(page, report.changes());
        if (!coverage.bad().isEmpty()) {
            page.append("<h2>Unreadable recordings</h2><ul>");
            coverage.bad().forEach(line -> page.append("<li><code>").append(text(line)).append("</code></li>"));
            page.append("</ul>\n");
        }
        return page.append("<p>perfhint ").append(text(version)).append("</p></body></html>\n").toString();
    }

    private static void findings(StringBuilder page, FleetReport report) {
        page.append("<h2>Findings by saved cores</h2><table><tr><th class=\"n\">cores</th><th>rule</th><th>place</th>"
                + "<th>services</th><th>fix</th></tr>\n");
        for (FleetReport.FindingLine line : report.findings()) {
            page.append("<tr><td class=\"n\">").append(FleetText.cores(line.fleetSaved()))
                    .append(line.extrapolated() ? " (extrapolated)" : "").append("</td><td>").append(text(line.rule()))
                    .append("</td><td title=\"").append(text(line.message())).append("\"><code>")
                    .append(text(line.place())).append("</code></td><td>");
            List<String> services = line.services();
            page.append(services.size() > 1 ? "in " + services.size() + " services: " : "");
            services.forEach(service -> page.append(link(service)).append(' '));
            page.append("</td><td>").append(text(line.fixKind())).append("</td></tr>\n");
        }
        page.append("</table>\n");
    }

    private static void services(StringBuilder page, FleetReport report) {
        page.append("<h2>Services by system-CPU cores</h2><table><tr><th class=\"n\">system cores</th>"
                + "<th class=\"n\">cores</th><th class=\"n\">share</th><th>service</th><th>hosts</th>"
                + "<th>data source</th><th>system cores by hour</th></tr>\n");
        for (ServiceLine line : report.services()) {
            page.append(String.format(Locale.ROOT, "<tr><td class=\"n\">%.2f</td><td class=\"n\">%.2f</td>"
                    + "<td class=\"n\">%s</td><td>%s</td><td>%d%s</td><td>%s</td><td>%s</td></tr>",
                    line.systemCores(), line.cores(), FleetText.share(line), link(line.service()), line.hosts(),
                    FleetText.otherHosts(line), line.evidence().label(), trend(line.trend()))).append('\n');
        }
        page.append("</table>\n");
    }

    private static void changes(StringBuilder page, List<FleetChange> changes) {
        page.append("<h2>Last version against the one before</h2><table><tr><th>outcome</th><th>service</th><th>rule"
                + "</th><th>place</th><th>change</th></tr>\n");
        for (FleetChange change : changes) {
            if (change.outcome() != FleetChange.Outcome.UNCHANGED) {
                page.append("<tr><td class=\"").append(change.outcome().label()).append("\">")
                        .append(change.outcome().label()).append("</td><td>").append(link(change.service()))
                        .append("</td><td>").append(text(change.rule())).append("</td><td><code>")
                        .append(text(change.place())).append("</code></td><td>")
                        .append(text(FleetText.verdict(change))).append("</td></tr>\n");
            }
        }
        page.append("</table>\n");
    }

    private static String link(String service) {
        return "<a href=\"services/" + pageName(service) + "\">" + text(service) + "</a>";
    }

    private static String trend(List<TrendPoint> points) {
        if (points.size() < 2) {
            return "";
        }
        double max = points.stream().mapToDouble(TrendPoint::systemCores).max().orElse(1);
        long first = points.get(0).hourMillis();
        long span = Math.max(1, points.get(points.size() - 1).hourMillis() - first);
        StringBuilder line = new StringBuilder("<svg width=\"" + TREND_WIDTH + "\" height=\"" + TREND_HEIGHT
                + "\" role=\"img\"><polyline points=\"");
        for (TrendPoint point : points) {
            line.append(String.format(Locale.ROOT, "%.1f,%.1f ",
                    (double) (point.hourMillis() - first) / span * TREND_WIDTH,
                    TREND_HEIGHT - 1 - (max == 0 ? 0 : point.systemCores() / max * (TREND_HEIGHT - 2))));
        }
        return line.append("\"/></svg>").toString();
    }

    private static String text(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
