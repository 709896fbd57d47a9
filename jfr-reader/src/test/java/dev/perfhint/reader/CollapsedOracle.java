package dev.perfhint.reader;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/**
 * Counts system samples in the collapsed text that jfrconv made of a recording, with nothing of perfhint's: the
 * independent side of the comparison.
 */
public final class CollapsedOracle {
    /** The libc leaves that count at grade 2 on the machine of the shipped recordings, which has libc's symbols. */
    private static final Set<String> WRAPPERS = Set.of("__GI_write", "__GI_read", "__futex_abstimed_wait_common",
            "___pthread_cond_signal", "___pthread_cond_broadcast", "recv", "__GI___send", "__lll_lock_wake", "__lll_lock_wait",
            "__xstat64", "__fstatat64", "__GI___libc_open", "__close", "__GI___munmap", "__GI___ioctl", "__GI___mmap",
            "__GI___mmap64", "__lseek64", "__GI___mprotect", "__GI___connect", "__fxstat64", "__GI___fstatat64",
            "__GI___fxstat64", "__GI___xstat64", "syscall", "epoll_wait", "poll", "__GI___clone3", "__GI___sched_yield",
            "__GI___ftruncate64", "__clone3", "__GI___fstat64", "__GI___madvise", "__GI___shutdown", "__GI___getsockname", "__GI___poll", "sysinfo", "__GI___prctl", "gettid");

    public long samples;
    public long systemSamples;
    /** Those in write(2): the kernel's entry of it, or the bare entry called from libc's write. */
    public long writes;
    public final Map<String, Long> exclusive = new TreeMap<>();
    public final Map<String, Long> inclusive = new TreeMap<>();
    private final Map<String, Map<String, Long>> callers = new HashMap<>();

    public static CollapsedOracle of(Path collapsed, boolean kernelFrames, boolean nativeFrames) throws IOException {
        CollapsedOracle oracle = new CollapsedOracle();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(collapsed)), StandardCharsets.UTF_8))) {
            for (String line; (line = lines.readLine()) != null; ) {
                int space = line.lastIndexOf(' ');
                oracle.add(line.substring(0, space).split(";"), Long.parseLong(line.substring(space + 1)), kernelFrames, nativeFrames);
            }
        }
        return oracle;
    }

    /** Returns the system samples of each caller of the outermost frame of {@code method}. */
    public Map<String, Long> callers(String method) {
        return new TreeMap<>(callers.getOrDefault(method, Map.of()));
    }

    private void add(String[] frames, long count, boolean kernelFrames, boolean nativeFrames) {
        samples += count;
        String leaf = frames[frames.length - 1];
        if (kernelFrames ? !leaf.endsWith("_[k]") : !WRAPPERS.contains(leaf)) {
            return;
        }
        systemSamples += count;
        String stack = String.join(";", frames);
        boolean named = stack.matches(".*;(ksys_|__x64_sys_|__se_sys_|__do_sys_|do_sys_|__sys_|do_futex).*");
        if (stack.matches(".*;(ksys_write|__x64_sys_write)(_\\[k].*|$)") || !named && stack.matches(".*;__GI_write(;(?!asm_)[^;]*_\\[k](;[^;]*_\\[k])*)?")) {
            writes += count;
        }
        List<String> shown = new ArrayList<>();
        for (String frame : frames) {
            if (nativeFrames || frame.matches(".*_\\[[j01i]]")) {
                shown.add(plain(frame));
            }
        }
        if (shown.isEmpty()) {
            shown.add("[no Java frame]");
        }
        exclusive.merge(shown.get(shown.size() - 1), count, Long::sum);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < shown.size(); i++) {
            if (seen.add(shown.get(i))) {
                inclusive.merge(shown.get(i), count, Long::sum);
                callers.computeIfAbsent(shown.get(i), key -> new HashMap<>())
                        .merge(i == 0 ? "[thread]" : shown.get(i - 1), count, Long::sum);
            }
        }
    }

    private static String plain(String frame) {
        String name = frame;
        if (frame.matches(".*_\\[[j01i]]")) {
            name = frame.substring(0, frame.length() - 4).replaceAll("\\$\\$Lambda[^/]*/(?:0x)?[0-9a-f]+", "\\$\\$Lambda")
                    .replace('/', '.').replaceAll("\\$\\$Lambda.*(\\.\\w+)$", "\\$\\$Lambda$1")
                    .replaceAll("(LambdaForm\\$\\w+)[./](?:0x)?\\d\\w*", "$1")
                    .replaceAll("(Generated\\w+Accessor)\\d+", "$1");
        }
        return name.replace("_[k]", "").replaceAll("(\\.isra\\.\\d+|\\.part\\.\\d+|\\.constprop\\.\\d+|\\.cold)+$", "").replaceAll("@@GLIBC.*$", "");
    }
}
