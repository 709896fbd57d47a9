package dev.perfhint.cli.output;

import dev.perfhint.profile.Recording;
import dev.perfhint.rules.Decimals;
import dev.perfhint.rules.events.Stall;
import dev.perfhint.rules.events.WaitSite;
import dev.perfhint.rules.events.WaitingProgram;

/** The first lines of the report on a program that waits: how busy it was, what for, what helps, how to see more. */
final class WaitingText {
    private static final long MILLI = 1_000_000;

    private WaitingText() {}

    static String of(WaitingProgram program, Recording recording, Palette palette) {
        String name = recording.mainClass().isEmpty() ? "" : Printable.fit(recording.mainClass(), 60) + ": ";
        StringBuilder text = new StringBuilder();
        text.append(palette.bold(name + headline(program)));
        text.append('\n');
        program.stall().ifPresent(stall -> text.append(palette.green("help: ")).append(stall.help()).append('\n'));
        String file = ShellWord.quoted(recording.path());
        String next = program.site().map(WaitSite::eventName).filter(event -> !event.isEmpty())
                .map(event -> "perfhint latency --operation " + event + " " + file)
                .orElse("perfhint record --for latency shows how long each wait takes");
        return text.append("next: ").append(next).append('\n').toString();
    }

    /** Returns in one line how busy the program was, and what it waits for. */
    static String headline(WaitingProgram program) {
        return "this program waits: it used " + busy(program) + " of one CPU for "
                + Figures.seconds(program.wallNanos()) + " s" + program.site().map(WaitingText::reason).orElse("");
    }

    private static String busy(WaitingProgram program) {
        double percent = program.busyShare() * 100;
        return percent < 1 ? "under 1 %" : Decimals.of(percent, 0) + " %";
    }

    private static String reason(WaitSite site) {
        boolean single = site.durationsNanos().size() > 2 && site.medianNanos() >= MILLI / 10;
        return ", waiting " + site.kind().label()
                + (site.subject().isEmpty() ? "" : " (" + Printable.fit(site.subject(), 60) + ")")
                + (single ? ", " + DurationText.of(site.medianNanos()) + " each" : "")
                + " in " + Printable.fit(site.place(), 80)
                + Stall.of(site).map(stall -> ": " + stall.name()).orElse("");
    }
}
