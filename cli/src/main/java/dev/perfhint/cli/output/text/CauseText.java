package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.cause.MainCause;
import dev.perfhint.profile.view.CauseView;
import java.util.Optional;

/**
 * A profile as a table of methods shows it, whole or one cause alone, and its first lines.
 *
 * @param shown what the tables count
 * @param heading how much of the CPU that is
 */
public record CauseText(Profile shown, String heading) {
    /** A row's main cause is named without its share from here on. */
    private static final double NEARLY_ALL = 0.95;

    /** Returns what to show of a profile: all of it, or the system CPU of one cause. */
    public static CauseText of(Profile profile, Optional<Cause> only, Palette palette) {
        String heading = CpuText.summary(profile, palette);
        if (only.isEmpty()) {
            return new CauseText(profile, heading);
        }
        Profile shown = CauseView.only(profile, only.get());
        CpuTotals all = CpuTotals.best(profile);
        CpuTotals part = CpuTotals.best(shown);
        return new CauseText(shown, heading + "   of that: "
                + palette.bold(Figures.percent(CpuText.shareOfSystem(all, part.systemSamples(), part.systemNanos())))
                + ", "
                + CpuText.part(all, part.systemSamples(), part.systemNanos(), all.systemSamples(), all.systemNanos(),
                        "sample")
                + " (" + only.get().label() + ": " + only.get().description() + ")\n");
    }

    /** Returns a row's main cause, with its share where others have a part. */
    static String of(MainCause main) {
        String label = main.cause().label();
        return main.share() >= NEARLY_ALL ? label : label + " " + Math.round(100 * main.share()) + " %";
    }
}
