package dev.perfhint.rules.waiting;

import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.observed.StreamLife;
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
    /** The kernel waits for 40 ms, and two ticks at most; the read begins a little after the write. */
    private static final long MIN_DELAY = 39 * MILLI;
    private static final long MAX_DELAY = 48 * MILLI;
    private static final int MIN_WAITS = 3;
    private static final int MIN_QUEUED_THREADS = 3;
    /** A mean has the work of both sides in it, and samples of the wall clock are few. */
    private static final long MAX_MEAN_DELAY = 65 * MILLI;
    private static final int MIN_MESSAGES = 20;
    private static final int PIECES = 2;
    private static final String FLUSH = "flush";
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
        if (RareSleep.isLong(site)) {
            return Optional.empty();
        }
        long spike = spikeNanos(site.durationsNanos());
        if (spike == 0) {
            // one long sleep is one event, and one sample that stands for many
            boolean again = site.seen() >= MIN_WAITS * site.threads();
            return site.kind() == WaitKind.SLEEP && again ? Optional.of(new Stall("polling", BLOCK)) : Optional.empty();
        }
        boolean timeout = isRound(spike) && isTimer(site.durationsNanos(), round(spike));
        return switch (site.kind()) {
            case SOCKET_READ -> spike >= MIN_DELAY && spike <= MAX_DELAY
                    && isTimer(site.durationsNanos(), MIN_DELAY) ? Optional.of(delayedAcknowledgement())
                    : timeout ? Optional.of(new Stall("a read timeout of " + millis(spike) + " that repeats",
                            "read when data is there: a selector or a blocking read without SO_TIMEOUT"))
                                    : Optional.empty();
            case SLEEP -> Optional.of(new Stall("a poll interval of " + millis(spike), BLOCK));
            case QUEUE, OTHER_THREAD, NOTIFICATION, PARK -> timeout
                    ? Optional.of(new Stall("a timeout of " + millis(spike) + " that repeats",
                            "wait without a timeout, for the condition itself")) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /**
     * Returns the known reason of waits for a socket that only samples show: a message, or the answers to a batch of
     * requests, was seen to be written in pieces, and takes as long as Nagle's algorithm holds the second piece.
     */
    static Optional<Stall> of(WaitSite site, Observation observed) {
        List<StreamLife> sockets = observed.streams().values().stream().filter(life -> life.site().isSocket()).toList();
        boolean delayed = site.kind() == WaitKind.SOCKET_READ && sockets.stream().anyMatch(life -> {
            long messages = messages(life);
            long mean = site.nanos() / Math.max(1, messages);
            return messages >= MIN_MESSAGES && mean >= MIN_DELAY && mean <= MAX_MEAN_DELAY
                    && sockets.stream().filter(each -> each == life || isPeer(each, life))
                            .anyMatch(each -> each.operation(StreamLife.WRITE).calls() >= PIECES * messages);
        });
        return delayed ? Optional.of(delayedAcknowledgement()) : Optional.empty();
    }

    private static long messages(StreamLife life) {
        return life.turns(StreamLife.WRITE, StreamLife.READ)
                + Math.min(life.turns(StreamLife.WRITE, FLUSH), life.turns(FLUSH, StreamLife.READ));
    }

    /** Returns whether both ends of the connections are in the recorded JVM: each reads what the other writes. */
    private static boolean isPeer(StreamLife one, StreamLife other) {
        return one.operation(StreamLife.WRITE).bytes() == other.operation(StreamLife.READ).bytes()
                && one.operation(StreamLife.READ).bytes() == other.operation(StreamLife.WRITE).bytes();
    }

    private static Stall delayedAcknowledgement() {
        return new Stall("likely delayed acknowledgement (40 ms)",
                "send each message in one write, or set TCP_NODELAY on its sender's socket; if it is one write already,"
                        + " the peer takes 40 ms to answer");
    }

    /** A timer fires in time or a little later, never before; what others take scatters to both sides. */
    private static boolean isTimer(List<Long> durations, long nanos) {
        long early = durations.stream().filter(each -> each >= nanos * 0.75 && each < nanos * 0.99).count();
        long late = durations.stream().filter(each -> each >= nanos * 0.99 && each < nanos * ALIKE).count();
        return early * 10 <= late;
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
        return nanos >= 4 * MILLI && (nanos - round(nanos)) / (double) nanos < 0.04;
    }

    private static long round(long nanos) {
        long step = nanos >= SECOND ? SECOND / 2 : nanos >= 100 * MILLI ? 50 * MILLI : 5 * MILLI;
        return nanos - nanos % step;
    }

    static String millis(long nanos) {
        return nanos >= 10 * SECOND ? nanos / SECOND + " s"
                : nanos >= SECOND ? Math.round(nanos / 1e8) / 10.0 + " s"
                : nanos >= 10 * MILLI ? Math.round(nanos / 1e6) + " ms" : Math.round(nanos / 1e5) / 10.0 + " ms";
    }
}
