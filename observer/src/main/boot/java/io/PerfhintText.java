package java.io;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes what was counted as text: one fact a line, ids before their use, the largest sites first. */
final class PerfhintText {
    private static final int MAX_BYTES = 480_000;
    private static final int MAX_META_BYTES = 150_000;
    private static final int MAX_SITE_BYTES = 60_000;
    private static final int MAX_FIELD = 400;
    private static final int MAX_ROWS = 1_000;
    private static final int MAX_SIZED_FILES = 16;
    private static final long MIN_READ_BYTES = 1_000_000;
    private static final int MAX_PER_SITE = 60;

    private final StringBuilder out = new StringBuilder(1 << 14);
    private final boolean[] framesWritten = new boolean[PerfhintStacks.frameCount() + 1];
    private final boolean[] stacksWritten = new boolean[PerfhintStacks.stackCount() + 1];

    private PerfhintText() {}

    /** Puts a whole file in the place of the last one; nothing where it would hold too little. */
    static void write(boolean last) throws IOException {
        List<PerfhintSite> sites = PerfhintRegistry.sums();
        if (calls(sites) < PerfhintObserver.worth) {
            return;
        }
        PerfhintText text = new PerfhintText();
        text.header();
        text.metadata();
        boolean complete = text.sites(sites);
        String reason = PerfhintObserver.reason;
        String how = reason.startsWith("error") ? "error" : complete ? "complete" : "budget";
        text.line("end", how, last ? "" : "running");
        File part = new File(PerfhintObserver.file + ".part");
        try (FileOutputStream out = new FileOutputStream(part)) {
            out.write(text.out.toString().getBytes(StandardCharsets.UTF_8));
        }
        if (!part.renameTo(new File(PerfhintObserver.file))) {
            part.delete();
        }
    }

    /** Calls of the program; of the class path none is its own. */
    private static long calls(List<PerfhintSite> sites) {
        long calls = 0;
        for (PerfhintSite site : sites) {
            if (!site.kind.equals("class-path") && !site.kind.startsWith("std")) {
                calls += weight(site);
            }
        }
        for (long each : PerfhintRegistry.META_CALLS) {
            calls += each;
        }
        return calls;
    }

    private static long weight(PerfhintSite site) {
        long weight = site.opened + site.failedOpens;
        for (int op = 0; op < PerfhintStream.OPERATIONS; op++) {
            weight += site.counts[op];
        }
        return weight;
    }

    private void header() {
        line("perfhint-observed", "1");
        String command = System.getProperty("sun.java.command", "");
        int blank = command.indexOf(' ');
        line("jvm", Long.toString(ProcessHandle.current().pid()), System.getProperty("java.version", ""),
                Long.toString(PerfhintObserver.startMillis), blank < 0 ? command : command.substring(0, blank));
        long end = PerfhintObserver.isOn() ? System.nanoTime() : PerfhintObserver.stoppedNanos;
        line("time", Long.toString(end - PerfhintObserver.startNanos), PerfhintObserver.modeName(),
                PerfhintObserver.reason);
    }

    private void metadata() {
        for (int op = 0; op < PerfhintRegistry.METADATA.length; op++) {
            if (PerfhintRegistry.META_CALLS[op] > 0) {
                line("meta", PerfhintRegistry.METADATA[op], Long.toString(PerfhintRegistry.META_CALLS[op]));
            }
        }
        for (int poll = 0; poll < PerfhintRegistry.POLLS.length; poll++) {
            if (PerfhintRegistry.POLL_CALLS[poll] > 0) {
                line("polls", PerfhintRegistry.POLLS[poll], Long.toString(PerfhintRegistry.POLL_CALLS[poll]));
            }
        }
        for (Map.Entry<String, long[]> each : most(PerfhintRegistry.callers())) {
            int tab = each.getKey().indexOf('\t');
            String what = each.getKey().substring(0, tab);
            int stack = Integer.parseInt(each.getKey().substring(tab + 1));
            stack(stack);
            int poll = Arrays.asList(PerfhintRegistry.POLLS).indexOf(what);
            line(poll < 0 ? "metacall" : "poll", what, Integer.toString(stack), Long.toString(each.getValue()[0]));
        }
        for (Map.Entry<String, long[]> each : most(PerfhintRegistry.META_PATHS)) {
            for (int op = 0; op < PerfhintRegistry.METADATA.length && out.length() < MAX_META_BYTES; op++) {
                if (each.getValue()[op] > 0) {
                    line("metapath", PerfhintRegistry.METADATA[op], each.getKey(), Long.toString(each.getValue()[op]));
                }
            }
        }
    }

    private boolean sites(List<PerfhintSite> sites) {
        sites.sort(new Comparator<PerfhintSite>() {
            @Override
            public int compare(PerfhintSite a, PerfhintSite b) {
                int order = Long.compare(weight(b), weight(a));
                return order != 0 ? order : Integer.compare(a.id, b.id);
            }
        });
        for (PerfhintSite site : sites) {
            if (out.length() > MAX_BYTES - MAX_SITE_BYTES) {
                return false;
            }
            site(site);
        }
        return true;
    }

    private void site(PerfhintSite site) {
        String id = Integer.toString(site.id);
        int end = out.length() + MAX_SITE_BYTES;
        stack(site.stack);
        line("site", id, site.kind, Integer.toString(site.stack), site.mode);
        line("life", id, Long.toString(site.opened), Long.toString(site.closed), Long.toString(site.failedOpens),
                Long.toString(Math.max(0, site.openNow)), Long.toString(site.manyThreads),
                Long.toString(site.manyWriters), Long.toString(site.manyReaders));
        for (int op = 0; op < PerfhintStream.OPERATIONS - 1; op++) {
            if (site.counts[op] > 0 || site.failed[op] > 0) {
                operation(id, site, op);
            }
        }
        size(id, site);
        if (site.jumps != null) {
            line("jump", id, histogram(site.jumps, 0, site.jumps.length, -PerfhintStream.MIDDLE));
        }
        if (site.blockReads + site.blockWrites > 0) {
            line("block", id, "read", Long.toString(site.blockReads));
            line("block", id, "write", Long.toString(site.blockWrites));
        }
        for (Map.Entry<String, long[]> each : most(site.units)) {
            line("unit", id, each.getKey(), Long.toString(each.getValue()[0]));
        }
        for (Map.Entry<Integer, long[]> each : most(site.closers)) {
            stack(each.getKey());
            line("close", id, Integer.toString(each.getKey()), Long.toString(each.getValue()[0]));
        }
        for (Map.Entry<String, long[]> each : most(site.others)) {
            int tab = each.getKey().indexOf('\t');
            stack(Integer.parseInt(each.getKey().substring(tab + 1)));
            line("other", id, each.getKey().substring(0, tab), each.getKey().substring(tab + 1),
                    Long.toString(each.getValue()[0]));
        }
        calls(id, site, end);
        List<Map.Entry<String, long[]>> paths = most(site.paths);
        for (int i = 0; i < paths.size() && out.length() < end; i++) {
            line("path", id, paths.get(i).getKey(), Long.toString(paths.get(i).getValue()[0]));
        }
    }

    private void operation(String id, PerfhintSite site, int op) {
        long[] row = op < PerfhintStream.ORDERED ? site.rows[op] : null;
        String name = PerfhintStream.NAMES[op];
        line("op", id, name, Long.toString(site.counts[op]),
                Long.toString(op < PerfhintStream.SIZED ? site.counts[PerfhintStream.OPERATIONS + op] : 0),
                Long.toString(site.failed[op]),
                row == null || op >= PerfhintStream.SIZED ? "" : histogram(row, 0, PerfhintStream.SIZES, 0));
        if (row != null) {
            int runs = PerfhintStream.SIZES;
            for (int next = 0; next < PerfhintStream.ORDERED; next++) {
                long count = row[runs + PerfhintStream.RUNS + next];
                if (count > 0) {
                    line("turn", id, name, PerfhintStream.NAMES[next], Long.toString(count));
                }
            }
            line("run", id, name, histogram(row, runs, runs + PerfhintStream.RUNS, -runs));
        }
    }

    /** How large the few files are that much is read from; nothing unless all of them are there. */
    private void size(String id, PerfhintSite site) {
        long read = site.counts[PerfhintStream.OPERATIONS + PerfhintStream.READ]
                + site.counts[PerfhintStream.OPERATIONS + PerfhintStream.READ_AT];
        if (read < MIN_READ_BYTES || site.paths.size() > MAX_SIZED_FILES) {
            return;
        }
        long bytes = 0;
        for (String path : site.paths.keySet()) {
            long length = new File(path).length();
            if (length == 0) {
                return;
            }
            bytes += length;
        }
        if (bytes > 0) {
            line("op", id, "size", Integer.toString(site.paths.size()), Long.toString(bytes), "0", "");
        }
    }

    /** Stacks that were drawn at random stand for all calls; where there are none, the first ones do. */
    private void calls(String id, PerfhintSite site, int end) {
        for (int op = 0; op < PerfhintStream.OPERATIONS; op++) {
            long drawn = 0;
            long free = 0;
            List<Map.Entry<Long, long[]>> stacks = new ArrayList<>();
            for (Map.Entry<Long, long[]> each : site.calls.entrySet()) {
                if ((each.getKey() & 15) == op) {
                    stacks.add(each);
                    drawn += each.getValue()[0];
                    free += each.getValue()[2];
                }
            }
            boolean random = drawn > 0 && site.counts[op] > free;
            for (Map.Entry<Long, long[]> each : most(stacks)) {
                long[] value = each.getValue();
                double share = random ? value[0] / (double) drawn : value[2] / (double) Math.max(1, free);
                long calls = Math.max(1, Math.round(share * site.counts[op]));
                double mean = random && value[0] > 0 ? value[1] / (double) value[0]
                        : value[2] > 0 ? value[3] / (double) value[2] : 0;
                int stack = (int) (each.getKey() >> 4);
                if (out.length() < end && op != PerfhintStream.OPERATIONS - 1) {
                    stack(stack);
                    line("call", id, PerfhintStream.NAMES[op], Integer.toString(stack), Long.toString(calls),
                            Long.toString(Math.round(mean * calls)));
                }
            }
        }
    }

    private static <K> List<Map.Entry<K, long[]>> most(Map<K, long[]> map) {
        return most(new ArrayList<>(map.entrySet()));
    }

    /** The largest, at most so many as a file should hold. */
    private static <K> List<Map.Entry<K, long[]>> most(List<Map.Entry<K, long[]>> entries) {
        entries.sort(new Comparator<Map.Entry<K, long[]>>() {
            @Override
            public int compare(Map.Entry<K, long[]> a, Map.Entry<K, long[]> b) {
                int order = Long.compare(sum(b.getValue()), sum(a.getValue()));
                return order != 0 ? order : a.getKey().toString().compareTo(b.getKey().toString());
            }
        });
        return entries.size() <= MAX_ROWS ? entries : entries.subList(0, MAX_ROWS);
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long each : values) {
            sum += each;
        }
        return sum;
    }

    private static String histogram(long[] row, int from, int to, int shift) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            if (row[i] > 0) {
                text.append(text.length() == 0 ? "" : ",").append(i + shift).append(':').append(row[i]);
            }
        }
        return text.toString();
    }

    private void stack(int stack) {
        if (stack <= 0 || stack >= stacksWritten.length || stacksWritten[stack]) {
            return;
        }
        stacksWritten[stack] = true;
        int[] frames = PerfhintStacks.frames(stack);
        StringBuilder ids = new StringBuilder();
        for (int frame : frames) {
            if (frame < framesWritten.length) {
                if (!framesWritten[frame]) {
                    framesWritten[frame] = true;
                    out.append("frame\t").append(frame).append('\t').append(PerfhintStacks.frame(frame)).append('\n');
                }
                ids.append(ids.length() == 0 ? "" : ",").append(frame);
            }
        }
        line("stack", Integer.toString(stack), ids.toString());
    }

    private void line(String kind, String... fields) {
        out.append(kind);
        for (String each : fields) {
            field(out.append('\t'), each);
        }
        out.append('\n');
    }

    /** Appends a field; what would end it is escaped. */
    static void field(StringBuilder to, String text) {
        int length = Math.min(MAX_FIELD, text.length());
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                to.append("\\\\");
            } else if (c == '\t') {
                to.append("\\t");
            } else if (c == '\n') {
                to.append("\\n");
            } else {
                to.append(c < ' ' ? '?' : c);
            }
        }
    }
}
