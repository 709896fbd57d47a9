package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.reader.input.ReadOptions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A file of a whole host counts its processes together, and says so. */
class SeveralProcessesTest {
    private static final String WARNING = "samples of 2 processes are counted together";

    private static List<String> warnings(byte[] file) throws Exception {
        return Recordings.read("one", new ByteArrayInputStream(file), ReadOptions.DEFAULTS).recordings().get(0).warnings();
    }

    private static byte[] perf(String... processes) {
        StringBuilder text = new StringBuilder();
        for (String process : processes) {
            text.append("main ").append(process).append("/77 [000] 12.000500: 10000000 cpu-clock: \n")
                    .append("\tffffffff81000010 ksys_write ([kernel.kallsyms])\n\n");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** One profile for each resource, as the eBPF profiler of 2026 writes processes. */
    private static byte[] otlp(long... processes) throws Exception {
        byte[] whole = ForeignProfiles.otlp();
        ProtobufWriter out = new ProtobufWriter();
        for (long process : processes) {
            ProtobufWriter attribute = new ProtobufWriter().text(1, "process.pid")
                    .message(2, new ProtobufWriter().number(3, process));
            out.message(1, new ProtobufWriter().message(1, new ProtobufWriter().message(1, attribute)));
        }
        byte[] resources = out.toBytes();
        byte[] file = Arrays.copyOf(whole, whole.length + resources.length);
        System.arraycopy(resources, 0, file, whole.length, resources.length);
        return file;
    }

    @Test
    void saysThatPerfScriptHoldsSeveral() throws Exception {
        assertThat(warnings(perf("100", "200", "100"))).contains(WARNING);
        // 0 is a processor without work
        assertThat(warnings(perf("100", "0"))).noneMatch(text -> text.contains("processes"));
    }

    @Test
    void saysThatOtlpHoldsSeveral() throws Exception {
        assertThat(warnings(otlp(100, 200))).contains(WARNING);
        assertThat(warnings(otlp(100, 100))).noneMatch(text -> text.contains("processes"));
    }
}
