package dev.perfhint.profile.redact;

import dev.perfhint.profile.FrameNames;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a thread's name that is code: the words up to the first digit, blank or sign, and the numbers and usual
 * words of a pool after it. What else a program writes into a name may be a user, a host or a file.
 */
final class ThreadStem {
    private static final Set<String> POOL_WORDS = Set.of("pool", "thread", "threads", "worker", "workers", "exec",
            "executor", "acceptor", "poller", "selector", "scheduler", "scheduling", "timer", "task", "io", "nio",
            "async", "client", "server", "boss", "main", "core", "compute", "parallel", "elastic", "bounded", "event",
            "loop", "group", "dispatcher", "default", "dispatch", "queue");
    private static final Pattern STEM = Pattern.compile("[A-Za-z$_]+(?:-[A-Za-z$_]+)*");
    /** Numbers of threads and pools: no addresses and no ids. */
    private static final Pattern PART = Pattern.compile("[-_# ]*(?:(\\d{1,5})(?!\\d|[.:]\\d)|([A-Za-z]+))");
    private static final Pattern HOST_OR_PATH = Pattern.compile("\\d*[@./\\\\:=].*");
    private static final Pattern OF_THE_JVM = Pattern.compile(String.join("|", List.of(
            "(?:G1|VM|JFR|Shenandoah) [A-Z][A-Za-z ]*", "Z(?:Worker|Driver|Stat|Director)[A-Za-z]*",
            "(?:GC|C1 Compiler|C2 Compiler|Service|Monitor Deflation|Notification|Sweeper) ?[Tt]hread",
            "Reference Handler|Signal Dispatcher|Attach Listener|Common-Cleaner|Finalizer|process reaper",
            "Async-profiler [A-Z][a-z]+|Keep-Alive-Timer|HttpClient-\\d+-SelectorManager",
            "ForkJoinPool(?:\\.commonPool|-\\d+)-worker|Java2D Disposer|RMI Reaper|GC Daemon",
            FrameNames.VIRTUAL_THREADS, "\\[[a-z ]+]")));

    private ThreadStem() {}

    /** Returns the stem that stays, all of a name that has no more than its stem. */
    static String of(String name) {
        if (name.isEmpty() || OF_THE_JVM.matcher(name).matches()) {
            return name;
        }
        Matcher stem = STEM.matcher(name);
        if (!stem.lookingAt() || HOST_OR_PATH.matcher(name.substring(stem.end())).matches()) {
            return "";
        }
        int end = stem.end();
        Matcher part = PART.matcher(name);
        while (part.find(end) && part.start() == end
                && (part.group(2) == null || POOL_WORDS.contains(part.group(2).toLowerCase(Locale.ROOT)))) {
            end = part.end();
        }
        return name.substring(end).matches("[-_# ]*") ? name : stem.group();
    }
}
