package dev.perfhint.rules.latency;

import dev.perfhint.profile.timeline.EventLog;
import dev.perfhint.profile.timeline.EventSetting;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says which causes a recording cannot show, or only in part: an event that was off explains nothing. */
final class Absence {
    private static final long LONGEST_TICK_NANOS = 200_000_000;
    private static final String HOW = "; record with perfhint record --for latency";

    private Absence() {}

    /** @param shortestNanos of the outliers: a threshold far below it hides nothing that matters */
    static List<String> of(List<EventLog> logs, List<ProcessorTime> processors, long shortestNanos, String measured) {
        List<String> lines = new ArrayList<>();
        for (WaitCause cause : WaitCause.values()) {
            if (cause == WaitCause.CPU_STARVATION || cause.events().isEmpty()) {
                continue;
            }
            List<String> off = new ArrayList<>();
            List<String> cut = new ArrayList<>();
            for (String event : cause.events()) {
                EventSetting setting = Operations.setting(logs, event);
                if (event.equals(measured)) {
                    continue;
                }
                if (!setting.enabled()) {
                    off.add(event);
                } else if (setting.thresholdNanos() * 10 > shortestNanos || setting.isThrottled()) {
                    cut.add(cutText(event, setting));
                }
            }
            if (!off.isEmpty()) {
                String all = off.size() == cause.events().size() ? "not recorded" : "recorded in part";
                lines.add(cause.label() + ": " + all + " (" + String.join(", ", off)
                        + (off.size() == 1 ? " is" : " are") + " off)" + HOW);
            }
            if (!cut.isEmpty()) {
                lines.add(cause.label() + ": recorded in part (" + String.join(", ", cut) + ")");
            }
        }
        if (processors.stream().noneMatch(one -> one.isKnown() && one.tickNanos() <= LONGEST_TICK_NANOS)) {
            String how = processors.stream().noneMatch(ProcessorTime::isKnown)
                    ? "not recorded (jdk.ThreadCPULoad is off or too rare)"
                    : String.format(Locale.ROOT,
                            "unknown for operations of less than %.1f s (interval of jdk.ThreadCPULoad)",
                            processors.stream().mapToLong(ProcessorTime::tickNanos).max().orElse(0) / 1e9);
            lines.add(WaitCause.CPU_STARVATION.label() + ": " + how + HOW);
        }
        return lines;
    }

    private static String cutText(String event, EventSetting setting) {
        String millis = BigDecimal.valueOf(setting.thresholdNanos(), 6).stripTrailingZeros().toPlainString();
        String threshold = setting.thresholdNanos() > 0 ? "from " + millis + " ms on" : "";
        String throttle = setting.isThrottled() ? "at most " + setting.throttle() : "";
        return event + " " + threshold + (threshold.isEmpty() || throttle.isEmpty() ? "" : ", ") + throttle;
    }
}
