package java.io;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All sites, the files that are open, calls without a stream, and streams that were there before the agent. */
final class PerfhintRegistry {
    /** What is asked or done by name. */
    static final String[] METADATA = {"exists", "attributes", "access", "list", "delete", "rename", "create", "mkdir",
        "canonical", "readlink", "link", "set", "space"};
    static final String[] POLLS = {"select", "available"};
    private static final int MAX_PATHS = 20_000;
    private static final int MAX_CALLERS = 1_000;
    private static final int MAX_EARLIER = 10_000;
    private static final int FREE = 16;
    private static final int MEAN_GAP = 64;

    static final Map<String, PerfhintSite> SITES = new HashMap<>();
    private static final Map<String, PerfhintStream> OPEN = new ConcurrentHashMap<>();
    private static final Map<Integer, Earlier> EARLIER = new HashMap<>();
    private static volatile Earlier latest = new Earlier(null, null);
    private static String directory;

    static final long[] META_CALLS = new long[METADATA.length];
    static final Map<String, long[]> META_PATHS = new ConcurrentHashMap<>();
    static final long[] POLL_CALLS = new long[POLLS.length];
    /** By operation and stack: estimated calls, those of the free stacks. */
    static final Map<String, long[]> CALLERS = new HashMap<>();

    private PerfhintRegistry() {}

    /** A stream that has a lock of its own, and what was made for it. */
    private static final class Earlier {
        final WeakReference<Object> lock;
        final PerfhintLife life;

        Earlier(Object lock, PerfhintLife life) {
            this.lock = new WeakReference<>(lock);
            this.life = life;
        }
    }

    static void opened(PerfhintStream stream, Object self, String kind, String path, String mode) {
        stream.owner = new WeakReference<>(self);
        stream.path = path;
        stream.writes = mode.length() != 1 || mode.charAt(0) != 'r';
        if (path != null && !mode.equals("append")) {
            // in the modes rwd and rws each write is at the device at once
            stream.begin(kind.equals("channel") || kind.equals("random-access") && mode.length() <= 2);
        }
        site(kind, PerfhintStacks.take(), mode).open(stream);
        if (path != null) {
            String name = absolute(path);
            PerfhintStream before = OPEN.get(name);
            boolean other = before != null && !before.closed && (before.writes || stream.writes);
            // getChannel() opens nothing: the stream and its channel are one handle
            if (other && before.owner.get() != PerfhintFields.get(self, "parent")) {
                before.site.other("open", stream.site.stack);
                if (before.writes) {
                    stream.site.other("open", before.site.stack);
                }
            }
            if (before == null || before.closed || stream.writes && !before.writes) {
                if (before != null || OPEN.size() < MAX_PATHS) {
                    OPEN.put(name, stream);
                }
            }
        }
    }

    static void failedOpen(String kind, String mode) {
        PerfhintSite site = site(kind, PerfhintStacks.take(), mode);
        synchronized (site) {
            site.failedOpens++;
        }
    }

    static void closed(PerfhintStream stream) {
        if (!stream.closed && stream.site != null) {
            stream.site.closer();
            stream.site.close(stream, true);
            if (stream.path != null) {
                OPEN.remove(absolute(stream.path), stream);
            }
        }
    }

    static void isGarbage(PerfhintStream stream) {
        if (stream.path != null) {
            OPEN.remove(absolute(stream.path), stream);
        }
    }

    private static PerfhintSite site(String kind, int stack, String mode) {
        String key = kind + stack + mode;
        synchronized (SITES) {
            PerfhintSite site = SITES.get(key);
            if (site == null) {
                site = new PerfhintSite(SITES.size() + 1, special(kind, stack), stack, mode);
                SITES.put(key, site);
            }
            return site;
        }
    }

    /** Zip files, class path and pipes of processes are streams like any other, created in the JDK. */
    private static String special(String kind, int stack) {
        String special = kind;
        int[] frames = PerfhintStacks.frames(stack);
        for (int i = 0; i < frames.length; i++) {
            String frame = PerfhintStacks.frame(frames[i]);
            if (frame.startsWith("jdk.internal.loader.")) {
                return "class-path";
            }
            if (i < 6 && frame.startsWith("java.util.zip.ZipFile$Source\t")) {
                special = "zip";
            } else if (i < 6 && frame.startsWith("java.lang.ProcessImpl\t")) {
                special = "pipe";
            }
        }
        return special;
    }

    /** Returns what counts for a stream whose lock was made before the agent came; null where there are too many. */
    static PerfhintLife earlier(Object self, Object lock) {
        Earlier last = latest;
        if (last.lock.get() == lock && lock != null) {
            return last.life;
        }
        synchronized (EARLIER) {
            PerfhintLife life = known(lock);
            if (life == null) {
                life = adopt(lock);
                if (life != null) {
                    life.stream.owner = new WeakReference<>(self);
                    life.stream.path = PerfhintFields.path(self);
                    String kind = special(PerfhintFields.kind(self), PerfhintStacks.take());
                    site(kind, 0, "").open(life.stream);
                }
            }
            latest = new Earlier(lock, life);
            return life;
        }
    }

    /** Returns what counts for a stream that keeps its own lock, null if there is nothing. */
    static PerfhintLife known(Object lock) {
        synchronized (EARLIER) {
            Earlier known = EARLIER.get(System.identityHashCode(lock));
            return known != null && known.lock.get() == lock ? known.life : null;
        }
    }

    /** Begins to count for a stream that keeps its own lock. */
    static PerfhintLife adopt(Object lock) {
        synchronized (EARLIER) {
            if (EARLIER.size() >= MAX_EARLIER) {
                for (Iterator<Earlier> all = EARLIER.values().iterator(); all.hasNext(); ) {
                    if (all.next().lock.get() == null) {
                        all.remove();
                    }
                }
            }
            if (EARLIER.size() >= MAX_EARLIER) {
                return null;
            }
            PerfhintLife life = new PerfhintLife();
            EARLIER.put(System.identityHashCode(lock), new Earlier(lock, life));
            return life;
        }
    }

    static List<PerfhintSite> sums() {
        List<PerfhintSite> sites;
        synchronized (SITES) {
            sites = new ArrayList<>(SITES.values());
        }
        List<PerfhintSite> sums = new ArrayList<>();
        for (PerfhintSite each : sites) {
            sums.add(each.sum());
        }
        return sums;
    }

    /** Calls by what is asked and by stack; the sum is what was counted. */
    static Map<String, long[]> callers() {
        Map<String, long[]> callers = new HashMap<>();
        synchronized (CALLERS) {
            for (int i = 0; i < METADATA.length + POLLS.length; i++) {
                String what = i < METADATA.length ? METADATA[i] : POLLS[i - METADATA.length];
                long calls = i < METADATA.length ? META_CALLS[i] : POLL_CALLS[i - METADATA.length];
                int column = calls > FREE && sum(what, 0) > 0 ? 0 : 1;
                long sum = sum(what, column);
                for (Map.Entry<String, long[]> each : CALLERS.entrySet()) {
                    if (each.getKey().startsWith(what + "\t")) {
                        long share = Math.round(each.getValue()[column] / (double) Math.max(1, sum) * calls);
                        callers.put(each.getKey(), new long[] {Math.max(1, share)});
                    }
                }
            }
        }
        return callers;
    }

    private static long sum(String what, int column) {
        long sum = 0;
        for (Map.Entry<String, long[]> each : CALLERS.entrySet()) {
            sum += each.getKey().startsWith(what + "\t") ? each.getValue()[column] : 0;
        }
        return sum;
    }

    static void metadata(int op, Object file) {
        META_CALLS[op]++;
        String path = file instanceof File ? ((File) file).getPath() : String.valueOf(file);
        Map<String, long[]> paths = META_PATHS;
        String key = path;
        long[] counts = paths.get(key);
        if (counts == null) {
            if (paths.size() >= MAX_PATHS) {
                counts = paths.computeIfAbsent("*", none -> new long[METADATA.length]);
            } else {
                counts = new long[METADATA.length];
                long[] raced = paths.putIfAbsent(key, counts);
                counts = raced == null ? counts : raced;
            }
        }
        counts[op]++;
        if (!OPEN.isEmpty()) {
            PerfhintStream open = OPEN.get(absolute(path));
            if (open != null && !open.closed && open.writes) {
                open.site.other(METADATA[op], PerfhintStacks.take());
            }
        }
        caller(METADATA[op], META_CALLS[op]);
    }

    static void poll(int what) {
        caller(POLLS[what], ++POLL_CALLS[what]);
    }

    /** The first calls have their stack taken, later ones at random gaps. */
    private static void caller(String what, long calls) {
        boolean free = calls <= FREE;
        long random = calls * 0x9E3779B97F4A7C15L;
        random ^= random >>> 32;
        random *= 0xD6E8FEB86659FD93L;
        if (free || (random >>> 32) % MEAN_GAP == 0 && PerfhintObserver.affordable()) {
            String key = what + "\t" + PerfhintStacks.take();
            synchronized (CALLERS) {
                long[] counts = CALLERS.get(key);
                if (counts == null && CALLERS.size() < MAX_CALLERS) {
                    counts = new long[2];
                    CALLERS.put(key, counts);
                }
                if (counts != null) {
                    counts[free ? 1 : 0] += free ? 1 : MEAN_GAP;
                }
            }
        }
    }

    private static String absolute(String path) {
        if (path.startsWith("/")) {
            return path;
        }
        if (directory == null) {
            directory = System.getProperty("user.dir", "") + "/";
        }
        return directory + path;
    }
}
