package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.profile.view.CallerTree;
import java.util.List;

/** A method and its callers over several steps as text, each with its share of the method's time. */
public final class CallerTreeText {
    /** Of the centre's time: less is summed up in a line. */
    private static final double MIN_SHARE = 0.005;

    private CallerTreeText() {}

    public static String of(CauseText shown, CallerTree centre, Palette palette) {
        StringBuilder text = new StringBuilder(shown.heading());
        text.append('\n').append(palette.cyan("share %   seconds   samples  called by")).append('\n');
        append(text, centre, centre, "", "");
        return text.toString();
    }

    private static void append(StringBuilder text, CallerTree node, CallerTree centre, String branch, String below) {
        text.append(Figures.pad(Figures.points(node.share(centre)), 7))
                .append(Figures.pad(node.nanos() > 0 ? Figures.seconds(node.nanos()) : "-", 10))
                .append(Figures.pad(Figures.count(node.samples()), 10)).append("  ")
                .append(branch).append(Printable.name(FrameText.of(node.method(), node.kind()))).append('\n');
        List<CallerTree> callers = node.callers().stream().filter(each -> each.share(centre) >= MIN_SHARE).toList();
        int hidden = node.callers().size() - callers.size();
        for (int i = 0; i < callers.size(); i++) {
            boolean last = i == callers.size() - 1 && hidden == 0;
            append(text, callers.get(i), centre, below + (last ? "└ " : "├ "), below + (last ? "  " : "│ "));
        }
        if (hidden > 0) {
            text.append(" ".repeat(29)).append(below).append("└ ").append(Figures.plural(hidden, "caller"))
                    .append(" of less than 0.5 %\n");
        }
    }
}
