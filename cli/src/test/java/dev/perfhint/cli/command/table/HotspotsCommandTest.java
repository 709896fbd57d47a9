package dev.perfhint.cli.command.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Example;
import dev.perfhint.cli.command.Invocation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts are those of {@code fixtures/worked-example/EXPECTED.md}, which come from another reader. */
class HotspotsCommandTest {
    @Test
    void showsCallersOfCallersAsATree() {
        String text = Invocation.of("callers", Example.CPU, "FileOutputStream.write", "--depth", "3").out();
        assertThat(text).containsPattern("100\\.0 .*  java\\.io\\.FileOutputStream\\.write\n")
                .containsPattern("  ├ org\\.example\\.export\\.ExtOutputStream\\.write\n")
                .containsPattern("  │ └ org\\.example\\.export\\.Export\\.\\w+\n")
                .containsPattern("  └ org\\.textformat\\.OutImpl\\.outc\n");
        String json = Invocation.of("callers", Example.CPU, "FileOutputStream.write", "--depth", "2", "--format", "json").out();
        assertThat(json).contains("\"callerTree\": {");
    }

    @Test
    void ranksByExclusiveSystemCpu() {
        Invocation run = Invocation.of("hotspots", Example.CPU, "--top", "1");
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("system CPU: 73.5 % ± 1.3, 3,516 of 4,786 CPU samples").contains("(kernel-frames)");
        assertThat(run.out().lines().toList().get(4)).matches(" +99\\.9 +7\\.02 +3,512 .*java\\.io\\.FileOutputStream\\.write");
        assertThat(run.out()).containsPattern("3,512  write\\n");
    }

    @Test
    void ranksByInclusiveSystemCpu() {
        Invocation run = Invocation.of("hotspots", Example.CPU, "--by", "inclusive", "--top", "1");
        assertThat(run.out().lines().toList().get(4)).endsWith("org.example.export.Export.main");
    }

    @Test
    void showsKernelFunctionsWhenAsked() {
        assertThat(Invocation.of("hotspots", Example.CPU, "--top", "200").out()).doesNotContain("[kernel]");
        assertThat(Invocation.of("hotspots", Example.CPU, "--native", "--top", "200").out())
                .contains("ksys_write [kernel]").contains("__GI_write [native]");
    }

    @Test
    void showsEstimatedTimeWithoutCountingSamplesAsTime() {
        assertThat(Invocation.of("hotspots", Example.JFR).out().lines().findFirst().orElseThrow())
                .contains("estimated from").endsWith("(jfr-estimate)").doesNotContain("±");
    }

    @Test
    void keepsToTheTerminalsWidth() {
        for (int columns : new int[] {60, 80, 100}) {
            Invocation run = Invocation.with(
                    Map.of(), Map.of("perfhint.stdout.columns", "" + columns), "hotspots", Example.CPU, "--color", "never");
            assertThat(run.out().lines().skip(1)).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        }
    }

    @Test
    void keepsSecondsAndBothSortsOfCpuOnANarrowTerminal() {
        List<String> lines = Invocation.with(Map.of(), Map.of("perfhint.stdout.columns", "80"),
                "hotspots", Example.CPU, "--color", "never").out().lines().toList();
        assertThat(lines.subList(0, 2)).containsExactly("system CPU: 73.5 % ± 1.3, 3,516 of 4,786 CPU samples, 7.03 of 9.57 s",
                "    (kernel-frames)");
        assertThat(lines.get(4)).matches(" +excl % +s +samples +incl % +s +samples +method");
        assertThat(lines.get(5)).matches(" +99\\.9 +7\\.02 +3,512 +99\\.9 +7\\.02 +3,512 +java\\S+write");
    }

    @Test
    void shortensNoNameInAPipe() {
        assertThat(Invocation.of("hotspots", "../fixtures/recordings/async-profiler-4.6/cpu.jfr", "--native", "--top", "500").out())
                .doesNotContain("\u2026");
    }

    @Test
    void saysThatTheRecordingComesFirst() {
        assertThat(Invocation.of("callers", "FileOutputStream.write", Example.CPU).err()).isEqualTo(
                "perfhint: the recording comes first: write " + Example.CPU + " FileOutputStream.write\n");
    }

    @Test
    void coloursByOptionThenVariablesThenTerminal() {
        Map<String, String> terminal = Map.of("perfhint.stdout.columns", "100");
        assertThat(colored(Map.of(), Map.of())).isFalse();
        assertThat(colored(Map.of(), terminal)).isTrue();
        assertThat(colored(Map.of("NO_COLOR", "1"), terminal)).isFalse();
        assertThat(colored(Map.of("NO_COLOR", ""), terminal)).isTrue();
        assertThat(colored(Map.of("CLICOLOR_FORCE", "1"), Map.of())).isTrue();
        assertThat(colored(Map.of("CLICOLOR_FORCE", "0"), Map.of())).isFalse();
        assertThat(colored(Map.of("CLICOLOR_FORCE", "1", "NO_COLOR", "1"), Map.of())).isFalse();
        assertThat(colored(Map.of("NO_COLOR", "1"), Map.of(), "--color", "always")).isTrue();
        assertThat(colored(Map.of("CLICOLOR_FORCE", "1"), terminal, "--color", "never")).isFalse();
    }

    @Test
    void showsCallersWithTheirAttributedShare() {
        Invocation run = Invocation.of("callers", Example.CPU, "FileOutputStream.write");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("java.io.FileOutputStream.write\n  inclusive 99.9 % of system CPU (3,512 of 3,516 samples")
                .containsPattern("83\\.7 +5\\.88 +2,939  file-write  org\\.example\\.export\\.ExtOutputStream\\.write\\n")
                .containsPattern("16\\.3 +1\\.15 +573  file-write  org\\.textformat\\.OutImpl\\.outc\\n");
    }

    @Test
    void showsCallees() {
        Invocation run = Invocation.of("callees", Example.CPU, "org.example.export.ExtOutputStream.write");
        assertThat(run.out()).containsPattern("100\\.0 +5\\.88 +2,939  file-write  java\\.io\\.FileOutputStream\\.write\\n");
    }

    @Test
    void countsOneCauseAlone() {
        Invocation all = Invocation.of("hotspots", Example.CPU);
        assertThat(all.out()).containsPattern("3,512 +file-write  java\\.io\\.FileOutputStream\\.write\\n");
        Invocation writes = Invocation.of("hotspots", Example.CPU, "--cause", "file-write");
        assertThat(writes.out()).contains("   of that: 99.9 %, 3,512 of 3,516 samples, 7.02 of 7.03 s (file-write: writing files)\n")
                .containsPattern("100\\.0 +7\\.02 +3,512 +100\\.0 +7\\.02 +3,512 +file-write  java\\.io\\.FileOutputStream\\.write\\n")
                .doesNotContain("java.lang.invoke");
        assertThat(Invocation.of("callers", Example.CPU, "FileOutputStream.write", "--cause", "page-fault").err())
                .startsWith("perfhint: no system CPU of cause page-fault in a method matching 'FileOutputStream.write'");
        assertThat(Invocation.of("hotspots", Example.CPU, "--cause", "file-wirte").err())
                .isEqualTo("perfhint: unknown cause: 'file-wirte': did you mean file-write?\n");
    }

    @Test
    void saysThatNoMethodFits() {
        Invocation run = Invocation.of("callers", Example.CPU, "no.such.Method");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("perfhint: no system CPU in a method matching 'no.such.Method'");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void suggestsTheMethodThatWasMeant() {
        Invocation run = Invocation.of("callees", Example.CPU, "FileOutputStream.wirte");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("perfhint: no system CPU in a method matching 'FileOutputStream.wirte':"
                + " did you mean java.io.FileOutputStream.write?\n");
    }

    @Test
    void filtersByStackAndThread() {
        assertThat(Invocation.of("hotspots", Example.CPU, "--include", "OutImpl").out()).contains("574 of ");
        assertThat(Invocation.of("hotspots", Example.CPU, "--thread", "no such thread").out())
                .startsWith("system CPU: ").doesNotContain("FileOutputStream");
    }

    private static boolean colored(Map<String, String> environment, Map<String, String> properties, String... options) {
        String[] args = new String[options.length + 2];
        args[0] = "hotspots";
        args[1] = Example.CPU;
        System.arraycopy(options, 0, args, 2, options.length);
        return Invocation.with(environment, properties, args).out().contains("\u001b[");
    }
}
