package dev.perfhint.rules.events;

import java.util.List;
import java.util.Optional;

/**
 * A known reason for waits that all last about as long.
 *
 * @param name in the field's words
 * @param help what removes it
 */
public record Stall(String name, String help) {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final String BLOCK =
            "block until there is work: BlockingQueue.take(), wait() and notify(), or a selector";
    private static final int MIN_WAITS = 3;
    private static final int MIN_QUEUED_THREADS = 3;
    /** Waits within this factor of each other are alike. */
    private static final double ALIKE = 1.25;

    /** Returns the known reason of the waits at a place; empty if their durations point to none. */
    public static Optional<Stall> of(WaitSite site) {
        if (site.kind() == WaitKind.LOCK && site.threads() >= MIN_QUEUED_THREADS) {
            return Optional.of(new Stall("lock convoy of " + site.threads() + " threads",
                    "move what waits (I/O, sleep, calls of other services) out of the lock, or hold it per part "
                            + "of the data"));
        }
        if (site.kind() == WaitKind.NAME_LOOKUP) {
            return Optional.of(new Stall("slow name server, or a resolver that retries (each 5 s by default)",
                    "keep the JVM's name cache on (networkaddress.cache.ttl above 0), and time the first nameserver of"
                            + " /etc/resolv.conf"));
        }
        if (site.kind() == WaitKind.SLEEP && site.durationsNanos().isEmpty()) {
            return Optional.of(new Stall("polling", BLOCK));
        }
        long spike = spikeNanos(site.durationsNanos());
        if (spike == 0) {
            return Optional.empty();
        }
        return switch (site.kind()) {
            case SOCKET_READ -> spike >= 36 * MILLI && spike <= 48 * MILLI ? Optional.of(delayedAcknowledgement())
                    : isRound(spike) ? Optional.of(new Stall("a read timeout of " + millis(spike) + " that repeats",
                            "read when data is there: a selector or a blocking read without SO_TIMEOUT"))
                                    : Optional.empty();
            case SLEEP -> Optional.of(new Stall("a poll interval of " + millis(spike), BLOCK));
            case QUEUE, OTHER_THREAD, NOTIFICATION, PARK -> isRound(spike)
                    ? Optional.of(new Stall("a timeout of " + millis(spike) + " that repeats",
                            "wait without a timeout, for the condition itself"))
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Stall delayedAcknowledgement() {
        return new Stall("delayed acknowledgement (40 ms)",
                "one side sends a message in several writes before it reads: send it in one write, or set "
                        + "TCP_NODELAY on"
                        + " the sender's socket");
    }

    /** Returns the median of the waits that are alike and take most of the time; 0 if there is no such duration. */
    static long spikeNanos(List<Long> ascending) {
        long all = ascending.stream().mapToLong(Long::longValue).sum();
        long most = 0;
        long spike = 0;
        int from = 0;
        long inside = 0;
        for (int to = 0; to < ascending.size(); to++) {
            inside += ascending.get(to);
            while (ascending.get(from) * ALIKE < ascending.get(to)) {
                inside -= ascending.get(from++);
            }
            if (inside > most && to - from + 1 >= MIN_WAITS) {
                most = inside;
                spike = ascending.get((from + to) / 2);
            }
        }
        return 2 * most >= all ? spike : 0;
    }

    /** Returns whether a program is likely to have asked for it: 10 ms, 50 ms, 100 ms, 1 s ... */
    private static boolean isRound(long nanos) {
        long step = nanos >= SECOND ? SECOND / 2 : nanos >= 100 * MILLI ? 50 * MILLI : 5 * MILLI;
        double above = nanos % step / (double) nanos;
        return nanos >= 4 * MILLI && above < 0.04;
    }

    static String millis(long nanos) {
        return nanos >= 10 * SECOND ? nanos / SECOND + " s"
                : nanos >= SECOND ? Math.round(nanos / 1e8) / 10.0 + " s"
                : nanos >= 10 * MILLI ? Math.round(nanos / 1e6) + " ms" : Math.round(nanos / 1e5) / 10.0 + " ms";
    }
}
