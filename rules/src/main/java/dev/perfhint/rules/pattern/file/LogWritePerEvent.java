package dev.perfhint.rules.pattern.file;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.cause.Causes.Medium;
import dev.perfhint.profile.observed.StreamLife;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.model.Range;
import dev.perfhint.rules.observed.CallsLeft;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Remedies;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.SmallCalls;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.IoCall;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A logging library that writes every event to its file, pipe or terminal by itself. One finding for each library,
 * whatever the application's log statements; a setting changes it, not an edit. Full buffers and large blocks are not
 * flagged.
 */
public final class LogWritePerEvent implements Rule {
    private static final double MIN_CPU_SHARE = 0.005;
    // whose appenders are declared in a file that can be edited
    private static final Set<String> APPENDERS = Set.of("log-log4j1", "log-log4j2", "log-logback", "log-tinylog");
    // whose writers have no buffer, and so nothing to flush, unless a setting gives them one of large blocks
    private static final Set<String> UNBUFFERED = Set.of("log-tinylog");

    // whose console appenders flush each event whatever their settings say: 2,000 write() for 2,000 events (strace)
    private static final Set<String> FLUSHES_CONSOLE = Set.of("log-log4j2", "log-logback", "log-tinylog");

    @Override
    public String id() {
        return "log-write-per-event";
    }

    @Override
    public boolean showsInEvents() {
        return true;
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        IoCall.Shape shape = stack.io().shape();
        return stack.component().startsWith("log-") && stack.cause() == Cause.FILE_WRITE && !shape.closed()
                && Remedies.covers(stack.component(), Cause.FILE_WRITE);
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(stack.component());
    }

    @Override
    public CallsLeft left(StreamLife life, String operation) {
        return CallsLeft.unflushed(life, operation);
    }

    @Override
    public double minCpuShare(Candidate candidate) {
        return candidate.totals().evidence().measuresCpu() ? MIN_CPU_SHARE : 0;
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        boolean flushed = candidate.share(stack -> stack.io().shape().flushed() || stack.io().shape().printed()
                || UNBUFFERED.contains(stack.component())) > 0.5;
        if (!flushed || SmallCalls.copiesMuch(candidate)) {
            return Optional.empty();
        }
        String component = candidate.main().component();
        String library = Remedies.label(component);
        List<String> notes = new ArrayList<>(SmallCalls.copiesNote(candidate));
        if (candidate.seen().isEmpty()) {
            notes.add("the profile does not show whether a reader depends on each event (an audit log)");
        }
        boolean console = FLUSHES_CONSOLE.contains(component) && isConsole(candidate);
        Range saving = Saving.byBuffer(candidate);
        List<Advice> advice = (console ? elsewhere() : Remedies.of(component, Cause.FILE_WRITE)).stream()
                .map(one -> one.saving().isPresent() ? one.saving(saving) : one).toList();
        String message = library + " writes every event " + target(candidate) + " unbuffered: one system call each";
        Verdict verdict = Verdict.advised(message, notes, advice);
        boolean edited = !console && APPENDERS.contains(component);
        return Optional.of(edited ? verdict.asking(Repair.BUFFER_LOG_APPENDER) : verdict);
    }

    private static boolean isConsole(Candidate candidate) {
        return candidate.share(stack -> stack.io().shape().printed()) > 0.5
                || candidate.main().medium() == Medium.PIPE || candidate.main().medium() == Medium.TERMINAL;
    }

    // what a higher level or a file saves is not measured
    private static List<Advice> elsewhere() {
        return List.of(Advice.of(Advice.Kind.CONFIG,
                "raise the log level, or log to a file with a buffer: the console's appender flushes every write"));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        String library = Remedies.label(candidate.main().component());
        return Optional.of(candidate.cpuShare() < MIN_CPU_SHARE
                ? Explanation.inherent(library + ": rare writes, " + Parts.ofAllCpu(candidate))
                : SmallCalls.copiesMuch(candidate)
                ? Explanation.inherent(library + " writes large blocks: many events per call")
                : Explanation.unknown(library + " writes through a buffer of unknown size"));
    }

    private static String target(Candidate candidate) {
        return switch (candidate.main().medium()) {
            case PIPE -> "to a pipe";
            case TERMINAL -> "to a terminal";
            default -> "to its file";
        };
    }
}
