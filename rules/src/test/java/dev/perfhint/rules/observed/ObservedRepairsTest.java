package dev.perfhint.rules.observed;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The edit goes to the observed creation; what was seen stands with its hazard, or refutes the fix. */
class ObservedRepairsTest {
    private static final String SOURCE = """
            package app;
            import java.io.*;
            import java.util.*;
            public class Main {
                static final Map<String, Object> OPEN = new HashMap<>();
                final OutputStream out;
                Main(File file) throws IOException {
                    out = new FileOutputStream(file);
                }
                void row(byte[] row) throws IOException {
                    out.write(row);
                }
                void end() throws IOException {
                    out.close();
                }
                public static void main(String[] args) throws IOException {
                    Main main = new Main(new File(args[0]));
                    main.row(new byte[10]);
                    main.end();
                }
            }
            """;
    private static final String[] LIFE = {
        "time 2600000000 stacks ",
        "frame 1 java.io.FileOutputStream write F.java 300 4", "frame 2 app.Main row Main.java 11 7",
        "frame 3 java.io.FileOutputStream <init> F.java 99 1", "frame 4 app.Main <init> Main.java 8 9",
        "frame 5 java.io.FileOutputStream close F.java 400 1", "frame 6 app.Main end Main.java 14 2",
        "frame 7 app.Main main Main.java 17 5", "stack 1 1,2", "stack 2 3,4,7", "stack 3 5,6",
        "site 1 file-out 2 w", "life 1 5 5 0 0 0", "op 1 write 350070 3500700 0 4:350070",
        "call 1 write 1 350070 3500700", "close 1 3 5"};

    @TempDir
    private Path directory;

    @Test
    void putsWhatWasSeenBehindItsHazard() throws Exception {
        Finding finding = finding(LIFE);
        assertThat(finding.created()).hasValueSatisfying(created -> assertThat(created.line()).isEqualTo(8));
        Fix fix = finding.fix().orElseThrow();
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.hazards().get(0).text()).doesNotContain("observed");
        assertThat(fix.hazards().get(fix.hazards().size() - 1).text())
                .endsWith("; observed: all 5 closed in Main.end:14 (1 run, 2.6 s)");
        assertThat(fix.reasons().get(fix.reasons().size() - 1)).endsWith("(1 run, 2.6 s)");
    }

    @Test
    void refutesAtOnceWhatWouldHaveBrokenTheRun() throws Exception {
        assertThat(refused("other 1 attributes 3 6000"))
                .isEqualTo("observed: while the file is open, its attributes are read in Main.end:14, 6,000 times");
        assertThat(refused("life 1 1 0 0 1 0"))
                .isEqualTo("observed: 1 of 6 streams not closed: the last bytes would be lost");
    }

    private String refused(String fact) throws Exception {
        List<String> lines = new ArrayList<>(List.of(LIFE));
        lines.add(fact);
        Fix fix = finding(lines.toArray(String[]::new)).fix().orElseThrow();
        assertThat(fix.applicability()).isEqualTo(Applicability.DISPLAY);
        return fix.reasons().get(0);
    }

    private Finding finding(String... observed) throws Exception {
        Path file = directory.resolve("app/Main.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, SOURCE);
        Stacks stacks = Stacks.kernel("app.Main.main:18;app.Main.row:11;" + ARRAY_WRITE + " 600").observed(observed);
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        return Analysis.run(stacks.profile(), Optional.of(sources), AnalysisOptions.DEFAULTS).counting().get(0);
    }
}
