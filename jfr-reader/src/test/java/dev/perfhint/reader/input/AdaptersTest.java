package dev.perfhint.reader.input;

import dev.perfhint.profile.Profile;
import dev.perfhint.reader.ForeignProfiles;
import dev.perfhint.reader.chunk.ChunkWriter;
import dev.perfhint.reader.chunk.ChunkWriter.Frame;
import dev.perfhint.reader.input.AdapterConformance.Stack;
import dev.perfhint.reader.jfr.JdkOracle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;

/** Runs the conformance suite for each adapter, plain and compressed. */
class AdaptersTest {
    private static final List<String> KINDS = List.of("J", "N", "C", "K");
    private static final int[] FRAME_TYPES = {ChunkWriter.JIT, ChunkWriter.NATIVE, ChunkWriter.NATIVE + 1, ChunkWriter.KERNEL};
    private static final List<String> SUFFIXES = List.of("_[j]", "", "", "_[k]");

    @Nested
    class OwnReader implements AdapterConformance {
        @Override
        public byte[] recording() {
            return jfr();
        }
    }

    @Nested
    class OwnReaderGzip implements AdapterConformance {
        @Override
        public byte[] recording() throws IOException {
            return gzip(jfr());
        }
    }

    @Nested
    class JdkConsumer implements AdapterConformance {
        @Override
        public byte[] recording() {
            return jfr();
        }

        @Override
        public Profile read(Path file, ReadOptions options) {
            return JdkOracle.read(file, options);
        }
    }

    @Nested
    class JdkConsumerGzip implements AdapterConformance {
        @Override
        public byte[] recording() throws IOException {
            return gzip(jfr());
        }

        @Override
        public Profile read(Path file, ReadOptions options) {
            return JdkOracle.read(file, options);
        }
    }

    @Nested
    class AnnotatedCollapsed implements AdapterConformance {
        @Override
        public byte[] recording() {
            return collapsed(true);
        }
    }

    @Nested
    class AnnotatedCollapsedGzip implements AdapterConformance {
        @Override
        public byte[] recording() throws IOException {
            return gzip(collapsed(true));
        }
    }

    @Nested
    class PlainCollapsed implements AdapterConformance {
        @Override
        public byte[] recording() {
            return collapsed(false);
        }
    }

    @Nested
    class PlainCollapsedGzip implements AdapterConformance {
        @Override
        public byte[] recording() throws IOException {
            return gzip(collapsed(false));
        }
    }

    @Nested
    class FlameGraphPage implements AdapterConformance {
        @Override
        public byte[] recording() {
            return ForeignProfiles.flameGraph();
        }
    }

    @Nested
    class OldFlameGraphPage implements AdapterConformance {
        @Override
        public byte[] recording() {
            return ForeignProfiles.oldFlameGraph();
        }
    }

    @Nested
    class PprofGzip implements AdapterConformance {
        @Override
        public byte[] recording() throws IOException {
            return gzip(ForeignProfiles.pprof());
        }
    }

    @Nested
    class OtlpProfiles implements AdapterConformance {
        @Override
        public byte[] recording() {
            return ForeignProfiles.otlp();
        }
    }

    @Nested
    class PerfScript implements AdapterConformance {
        @Override
        public byte[] recording() {
            return ForeignProfiles.perfScript();
        }
    }

    private static byte[] jfr() {
        ChunkWriter chunk = ChunkWriter.cpu();
        int key = 0;
        for (Stack stack : AdapterConformance.STACKS) {
            key++;
            Frame[] innermostFirst = new Frame[stack.frames().length];
            for (int i = 0; i < innermostFirst.length; i++) {
                innermostFirst[i] = frame(stack.frames()[innermostFirst.length - 1 - i]);
            }
            chunk.thread(key, stack.thread()).stack(key, innermostFirst);
            for (int sample = 0; sample < stack.samples(); sample++) {
                chunk.sample(key, key);
            }
        }
        return chunk.toBytes();
    }

    private static Frame frame(String text) {
        int type = FRAME_TYPES[KINDS.indexOf(text.substring(0, 1))];
        String name = text.substring(2);
        int dot = type == ChunkWriter.JIT ? name.lastIndexOf('.') : -1;
        return new Frame(dot < 0 ? "" : name.substring(0, dot), name.substring(dot + 1), 0, type);
    }

    private static byte[] collapsed(boolean annotated) {
        StringBuilder text = new StringBuilder();
        int thread = 100;
        for (Stack stack : AdapterConformance.STACKS) {
            text.append('[').append(stack.thread()).append(" tid=").append(thread++).append(']');
            for (String frame : stack.frames()) {
                String suffix = SUFFIXES.get(KINDS.indexOf(frame.substring(0, 1)));
                text.append(';').append(frame.substring(2)).append(annotated || !suffix.equals("_[j]") ? suffix : "");
            }
            text.append(' ').append(stack.samples()).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(content);
        }
        return bytes.toByteArray();
    }
}
