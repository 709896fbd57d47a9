package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Printable;
import dev.perfhint.rules.model.ChainFrame;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The call that a finding's code is marked at: its name, the places that share its cost, its caller. */
final class MarkedCall {
    private static final int MAX_PLACES = 3;
    /** Places with less of the cost are not named. */
    private static final double NEARLY_ALL = 0.95;

    private MarkedCall() {}

    /** Returns the simple name of the method that the call site calls. */
    static String callee(Finding finding) {
        int site = frame(finding);
        String name = site > 0 ? FrameName.method(finding.chain().get(site - 1).text())
                : String.valueOf(finding.facts().getOrDefault("callee", ""));
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return simple.equals("<init>") ? name.replaceAll("\\.<init>$", "").replaceAll(".*[.$]", "") : simple;
    }

    /** Returns the method of the call, with the lines that nearly all of the cost is in where it is not one. */
    static String places(Finding finding) {
        int site = frame(finding);
        if (site < 0) {
            return "";
        }
        List<Site> sites = new ArrayList<>();
        long nanos = 0;
        for (Site each : finding.sites()) {
            if (nanos < NEARLY_ALL * finding.nanos() && each.line() > 0) {
                sites.add(each);
                nanos += each.nanos();
            }
        }
        String method = unplaced(finding.chain().get(site));
        if (sites.size() < 2) {
            return ", in " + method;
        }
        String own = SiteText.method(finding.site());
        List<String> names = new ArrayList<>(sites.stream().limit(MAX_PLACES)
                .sorted(Comparator.comparing((Site each) -> !SiteText.method(each).equals(own))
                        .thenComparing(SiteText::method).thenComparingInt(Site::line))
                .map(each -> SiteText.method(each).equals(own) ? "" + each.line()
                        : name(SiteText.method(each) + "(:" + each.line() + ")")).toList());
        if (sites.size() > MAX_PLACES) {
            names.add((sites.size() - MAX_PLACES) + " more");
        }
        return ", in " + method + ":" + String.join(", ", names.subList(0, names.size() - 1)) + " and "
                + names.get(names.size() - 1);
    }

    /** Returns who calls the method of the call. */
    static String caller(Finding finding) {
        int next = frame(finding) + 1;
        return next == 0 || next >= finding.chain().size() ? "" : ", called by " + method(finding.chain().get(next));
    }

    private static int frame(Finding finding) {
        String method = finding.site().className() + "." + finding.site().methodName();
        for (int index = 0; index < finding.chain().size(); index++) {
            if (FrameName.method(finding.chain().get(index).text()).equals(method)) {
                return index;
            }
        }
        return -1;
    }

    private static String unplaced(ChainFrame frame) {
        return method(frame).replaceAll(":\\d+$", "");
    }

    private static String method(ChainFrame frame) {
        return name(frame.text());
    }

    private static String name(String frame) {
        return Printable.fit(FrameName.brief(frame).replaceAll("lambda\\$(\\w+)\\$\\d+", "$1"), 60);
    }
}
