package dev.perfhint.cli.record;

import dev.perfhint.cli.output.DurationText;
import dev.perfhint.cli.output.ShellWord;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Recording;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says what a finished recording is: read back from the file, not from what was asked for. */
final class RecordSummary {
    private static final int FEW_SAMPLES = 50;

    private RecordSummary() {}

    /**
     * Returns one line each: the recording, the engine and why not a better one, signs of distortion.
     */
    static List<String> lines(List<Path> recordings, Engine asked, EngineChoice choice, ProcessStats used,
            RecordOptions options) {
        Path main = recordings.get(0);
        Recording recording = read(main);
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%s: %.1f s, %,d CPU samples%s, engine %s, evidence %s",
                main, recording.durationMillis() / 1e3, recording.samples(), rate(recording), recording.engine(),
                recording.evidence().label()));
        if (recording.samples() == 0) {
            lines.add("no CPU samples: the JVM ended too early, or used no CPU");
        } else if (recording.engine().equals("perf_events") && recording.evidence() != Evidence.KERNEL_FRAMES
                && recording.samples() < FEW_SAMPLES) {
            lines.add("none of the samples lies in the kernel: record for longer");
        } else if (asked == Engine.PERF && recording.evidence() != Evidence.KERNEL_FRAMES) {
            lines.add("no kernel frames, so system CPU is known from system-call wrappers only:");
            choice.limits().obstacles().forEach(obstacle -> lines.add("  " + obstacle));
            if (choice.limits().obstacles().isEmpty()) {
                lines.add("  the JVM's own user may not use perf events, see perfhint doctor run by that user");
            }
        }
        if (options.engine().isPresent()) {
            lines.addAll(LoadWatch.distortions(used, recording.engine(), recording.cpuNanos()));
        } else if (asked == Engine.CTIMER) {
            choice.obstacle().ifPresent(why -> lines.add("ctimer shows no page faults and no kernel functions; "
                    + why));
        }
        for (Path further : recordings.subList(1, recordings.size())) {
            lines.add("also " + further + ", from another JVM of the command");
        }
        return lines;
    }

    /** Returns the command that shows the recording. */
    static String next(Path recording, RecordOptions options) {
        String file = ShellWord.quoted(recording.toString());
        return "next: perfhint " + (options.purpose() == RecordOptions.Purpose.LATENCY
                ? "latency " + file : "analyze " + file + " --source DIR");
    }

    private static String rate(Recording recording) {
        return recording.intervalNanos() > 0 && recording.samples() > 0
                ? ", one every " + DurationText.of(recording.intervalNanos()) : "";
    }

    private static Recording read(Path recording) {
        try {
            return Recordings.read(List.of(recording), ReadOptions.DEFAULTS.asSampled()).recordings().get(0);
        } catch (UnreadableRecordingException e) {
            throw new RecordException(e.getMessage(), e);
        }
    }
}
