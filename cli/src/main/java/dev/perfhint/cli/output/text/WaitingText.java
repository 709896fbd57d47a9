package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.Figures;
import dev.perfhint.cli.output.Palette;
import dev.perfhint.cli.output.Printable;
import dev.perfhint.cli.output.ShellWord;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.waiting.BusyThread;
import dev.perfhint.rules.waiting.WaitSite;
import dev.perfhint.rules.waiting.WaitingProgram;

/** The first lines of the report on a program that waits: how busy it was, what for, what helps, how to see more. */
public final class WaitingText {
    private static final long MILLI = 1_000_000;

    private WaitingText() {}

    /** Returns how busy the program was, what for, and what helps. */
    public static String of(WaitingProgram program, Palette palette, String name) {
        String first = palette.bold((name.isEmpty() ? "" : name + ": ") + headline(program)) + '\n';
        return first + program.stall().map(stall -> palette.green("help: ") + stall.help() + '\n').orElse("");
    }

    /** Returns the command that shows how long each wait takes. */
    static String next(WaitingProgram program, Recording recording) {
        return program.site().map(WaitSite::eventName).filter(event -> !event.isEmpty())
                .map(event -> "perfhint latency --operation " + event + " " + ShellWord.quoted(recording.path()))
                .orElse("perfhint record --for latency PID (shows how long each wait takes)");
    }

    /** Returns in one line how busy the program was, and what it waits for. */
    public static String headline(WaitingProgram program) {
        return "this program waits: it used " + busy(program) + " of one CPU for "
                + Figures.brief(program.wallNanos()) + (program.afterStart() ? " after its start" : "")
                + program.busiest().map(WaitingText::busiest).orElse("")
                + program.site().map(WaitingText::reason).orElse("")
                + program.stall().map(stall -> ": " + stall.name()).orElse("");
    }

    private static String busy(WaitingProgram program) {
        double percent = program.busyShare() * 100;
        return percent < 1 ? "under 1 %" : Decimals.of(percent, 0) + " %";
    }

    // what costs CPU comes before what takes time
    private static String busiest(BusyThread busy) {
        return ", " + Figures.whole(busy.share()) + " of that in thread " + Printable.fit(busy.thread(), 40)
                + (busy.method().isEmpty() ? "" : " (" + Printable.fit(busy.method(), 60) + ")");
    }

    private static String reason(WaitSite site) {
        boolean single = site.durationsNanos().size() > 2 && site.medianNanos() >= MILLI / 10;
        return ", waiting " + site.kind().label() + (site.threads() == 1 && !site.place().startsWith("thread ")
                ? " in thread " + Printable.fit(site.thread(), 40)
                : site.threads() > 1 ? " in " + site.threads() + " threads" : "")
                + (site.subject().isEmpty() ? "" : " (" + Printable.fit(site.subject(), 60) + ")")
                + (single ? ", " + DurationText.of(site.medianNanos()) + " each" : "")
                + " at " + Printable.fit(site.place(), 80);
    }
}
