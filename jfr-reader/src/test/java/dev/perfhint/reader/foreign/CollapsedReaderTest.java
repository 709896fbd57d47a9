package dev.perfhint.reader.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.view.Hotspot;
import dev.perfhint.profile.view.Hotspots;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingSource;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CollapsedReaderTest {
    private static final String ANNOTATED = """
            java/lang/Thread.run_[0];app/A.put_[j];java/io/FileOutputStream.write_[i];java/io/FileOutputStream.write_[j];\
            writeSingle;__GI_write;entry_SYSCALL_64_after_hwframe_[k];ksys_write_[k];vfs_write.isra.0_[k] 85
            java/lang/Thread.run_[0];app/B.put_[1];java/io/FileOutputStream.write_[j];writeSingle;__GI_write;do_syscall_64_[k] 15
            java/lang/Thread.run_[0];app/A.compute_[j] 100
            start_thread;Thread::call_run;Compile::Compile 7
            """;

    @Test
    void readsAnnotatedText() throws Exception {
        Profile profile = read(ANNOTATED, ReadOptions.DEFAULTS);
        assertThat(profile.events()).containsExactly(new Event("cpu", "perf_events", Evidence.KERNEL_FRAMES, true));
        assertThat(CpuTotals.best(profile)).isEqualTo(
                new CpuTotals(Evidence.KERNEL_FRAMES, 207, 100, 2_070_000_000L, 1_000_000_000L));
        assertThat(Hotspots.of(profile, Evidence.KERNEL_FRAMES, false)).first()
                .isEqualTo(new Hotspot("java.io.FileOutputStream.write", FrameKind.JAVA, 100, 100, 1_000_000_000L, 1_000_000_000L));
        assertThat(recording(profile).warnings()).anySatisfy(text -> assertThat(text).contains("cpu assumed"));
    }

    @Test
    void readsPlainTextAsAnnotated() throws Exception {
        Profile plain = read(ANNOTATED.replaceAll("_\\[[j01i]]", ""), ReadOptions.DEFAULTS);
        Profile annotated = read(ANNOTATED, ReadOptions.DEFAULTS);
        for (boolean nativeFrames : new boolean[] {false, true}) {
            assertThat(Hotspots.of(plain, Evidence.KERNEL_FRAMES, nativeFrames))
                    .isEqualTo(Hotspots.of(annotated, Evidence.KERNEL_FRAMES, nativeFrames));
        }
    }

    @Test
    void takesTheLeadingThreadFrameForTheThread() throws Exception {
        String text = "[writer-1 tid=12];app/A.put_[j];__GI_write;vfs_write_[k] 3\n[writer-2 tid=13];app/A.put_[j];__GI_write;vfs_write_[k] 4\n"
                + "[main tid=1];app/A.main_[0] 5\n";
        Profile profile = read(text, ReadOptions.DEFAULTS);
        assertThat(profile.threadGroups()).containsExactly("writer", "main");
        assertThat(CpuTotals.best(profile).systemSamples()).isEqualTo(7);
        Profile main = read(text, ReadOptions.DEFAULTS.withThread(Pattern.compile("^main$")));
        assertThat(CpuTotals.best(main).samples()).isEqualTo(5);
    }

    @Test
    void gradesTextWithoutKernelFramesByLibcWrappers() throws Exception {
        Profile profile = read("app/A.put_[j];java/io/FileOutputStream.writeBytes_[j];writeBytes;__GI_write 8\napp/A.run_[j] 2\n",
                ReadOptions.DEFAULTS.withEvent("ctimer"));
        assertThat(CpuTotals.best(profile)).isEqualTo(new CpuTotals(Evidence.SYSCALL_STUBS, 10, 8, 100_000_000, 80_000_000));
        assertThat(recording(profile).engine()).isEqualTo("ctimer");
        assertThat(recording(profile).warnings()).noneMatch(text -> text.contains("assumed, --event"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wall", "alloc", "lock", "page-faults", "syscalls:sys_enter_write", "cache-misses"})
    void keepsOtherEventsOutOfCpu(String event) throws Exception {
        Profile profile = read(ANNOTATED, ReadOptions.DEFAULTS.withEvent(event));
        assertThat(CpuTotals.byEvidence(profile)).isEmpty();
        assertThat(profile.evidence()).isEqualTo(Evidence.NONE);
        assertThat(recording(profile).samples()).isZero();
        assertThat(profile.rows().totalSamples()).isEqualTo(207);
    }

    @Test
    void saysWhenNothingTellsSystemCpu() throws Exception {
        Profile profile = read("app/A.put_[j];java/io/FileOutputStream.writeBytes_[j] 8\n", ReadOptions.DEFAULTS);
        assertThat(profile.evidence()).isEqualTo(Evidence.NONE);
        assertThat(recording(profile).warnings()).anyMatch(text -> text.contains("no native and no kernel frames"));
    }

    @Test
    void skipsMalformedLinesAndSaysSo() throws Exception {
        Profile profile = read("app/A.a_[j];vfs_read_[k] 3\nno count here\n;; 3\napp/A.b_[j] -4\n\napp/A.c_[j] 99999999999999999999\napp/A.d_[j] 4\r\n",
                ReadOptions.DEFAULTS);
        assertThat(CpuTotals.best(profile).samples()).isEqualTo(7);
        assertThat(recording(profile).complete()).isFalse();
        assertThat(recording(profile).warnings())
                .contains("4 of 6 lines are no stack with a count and were skipped, the first is line 2");
    }

    @Test
    void takesLargeCountsForNanoseconds() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            text.append("app/A.m").append(i).append("_[j];vfs_read_[k] ").append(10_000_000L * (i % 3 + 1) + i).append('\n');
        }
        Profile profile = read(text.toString(), ReadOptions.DEFAULTS);
        assertThat(CpuTotals.best(profile).samples()).isEqualTo(24);
        assertThat(CpuTotals.best(profile).nanos()).isEqualTo(240_000_066);
    }

    @Test
    void appliesIncludeAndExclude() throws Exception {
        assertThat(CpuTotals.best(read(ANNOTATED, ReadOptions.DEFAULTS.withInclude(Pattern.compile("app\\.A\\.put")))).samples())
                .isEqualTo(85);
        assertThat(CpuTotals.best(read(ANNOTATED, ReadOptions.DEFAULTS.withExclude(Pattern.compile("FileOutputStream")))).samples())
                .isEqualTo(107);
    }

    @Test
    void refusesTextWithoutAnyStack() {
        assertThatThrownBy(() -> read("hello\nworld\n", ReadOptions.DEFAULTS))
                .isInstanceOf(UnreadableRecordingException.class)
                .hasMessageStartingWith("stacks.txt: no line is a collapsed stack");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "java/io/FileOutputStream.write:317_[i] | java.io.FileOutputStream | write | 317 | JAVA",
        "java/io/FileOutputStream.write(I)V_[i] | java.io.FileOutputStream | write | 0 | JAVA",
        "java/lang/String.<init>@12_[j] | java.lang.String | <init> | 0 | JAVA",
        "app/Mix$$Lambda.0x0000000057041800.run_[0] | app.Mix$$Lambda | run | 0 | JAVA",
        "app/Mix$$Lambda.0x0000000057041800.run | app.Mix$$Lambda | run | 0 | JAVA",
        "app/Mix.lambda$loop$1:121 | app.Mix | lambda$loop$1 | 121 | JAVA",
        "app.Mix.lambda$loop$1 | app.Mix | lambda$loop$1 | 0 | JAVA",
        "Main.main | Main | main | 0 | JAVA",
        "libc.so.6 | '' | libc.so.6 | 0 | NATIVE",
        "libc.so.6`__GI_write | '' | __GI_write | 0 | NATIVE",
        "__GI_write | '' | __GI_write | 0 | NATIVE",
        "finish_task_switch.isra.0_[k] | '' | finish_task_switch | 0 | KERNEL",
        "Thread::call_run | '' | Thread::call_run | 0 | CPP",
        "[unknown] | '' | [unknown] | 0 | NATIVE",
    })
    void parsesFrames(String text, String className, String methodName, int line, FrameKind kind) throws Exception {
        Profile profile = read(text + " 1\n", ReadOptions.DEFAULTS);
        int leaf = profile.rows().leaf(0);
        int method = profile.tree().method(leaf);
        assertThat(profile.methods().className(method)).isEqualTo(className);
        assertThat(profile.methods().methodName(method)).isEqualTo(methodName);
        assertThat(profile.tree().line(leaf)).isEqualTo(line);
        assertThat(profile.tree().kind(leaf)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a;b;c 3 | true", "a/B.c;d 1\\ne 2\\nf;g 3\\nhalf a li | true", "<!DOCTYPE html>\\n<html>\\n | false",
        "hello world\\nthis is; text\\n | false", "x\\u0000y;z 3\\n | false", "'' | false",
    })
    void knowsCollapsedTextByItsContent(String head, boolean expected) throws IOException {
        byte[] bytes = head.replace("\\n", "\n").replace("\\u0000", "\0").getBytes(StandardCharsets.UTF_8);
        try (RecordingSource source = RecordingSource.copied(new ByteArrayInputStream(bytes), 0)) {
            assertThat(CollapsedReader.reads(source)).isEqualTo(expected);
        }
    }

    private static Profile read(String text, ReadOptions options) throws IOException, UnreadableRecordingException {
        ProfileBuilder builder = new ProfileBuilder();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (RecordingSource source = RecordingSource.copied(new ByteArrayInputStream(bytes), 0)) {
            return builder.build(List.of(CollapsedReader.read("stacks.txt", source, options, builder).orElseThrow()));
        }
    }

    private static Recording recording(Profile profile) {
        return profile.recordings().get(0);
    }
}
