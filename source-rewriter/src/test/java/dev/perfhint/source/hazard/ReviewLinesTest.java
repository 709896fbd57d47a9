package dev.perfhint.source.hazard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.Fix;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.Program;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Fixer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that a patch harms: one of the two review lines that are shown first has the kind and the line of the harm.
 *
 * <p>The head of a case is {@code repair, JDK frame, what is expected: name}: a kind at the lines that end with
 * {@code // !}, {@code none} for no edit, or {@code no KIND} where a kind must not be named at a line. The recorded call is at
 * {@code // hot METHOD}, its callers at {@code // caller METHOD}. A further file follows {@code ---}; class
 * {@code Library} has no source.
 */
class ReviewLinesTest {
    private static final Pattern FRAME = Pattern.compile("// (?:hot|caller) (\\S+)");

    private static final String IMPORTS = "package a;\nimport java.io.*; import java.net.*; import java.nio.*;"
            + " import java.nio.channels.*; import java.nio.file.*; import java.util.*; import java.util.concurrent.*;"
            + " import java.util.zip.*;\n";

    private record Case(String name, Repair repair, String callee, String expected, String text) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream in = ReviewLinesTest.class.getResourceAsStream("cases.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("(?m)^=== ")).skip(1).map(ReviewLinesTest::of);
        }
    }

    private static Case of(String text) {
        String head = text.substring(0, text.indexOf('\n'));
        String[] parts = head.substring(0, head.indexOf(": ")).split(", ");
        return new Case(head.substring(head.indexOf(": ") + 2), Repair.valueOf(parts[0]), parts[1], parts[2],
                IMPORTS + text.substring(head.length() + 1));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void showsTheWorstFirst(Case each, @TempDir Path directory) throws Exception {
        String[] files = each.text.replace("---\n", "---\n" + IMPORTS).split("---\n");
        Program program = Program.of(directory, files).compiled();
        boolean library = Files.deleteIfExists(directory.resolve("src/a/Library.java"));
        Sources sources = !library ? program.open() : Sources.open(new SourceOptions(
                List.of(directory.resolve("src")), Optional.empty(), List.of(directory.resolve("out"))));
        List<CallSite> frames = frames(each);
        Fixer fixer = new Fixer(sources);
        Optional<Fix> fix = fixer.propose(new FixRequest("f", each.repair,
                new Creation("a.Main", "main", directory, 1, 1, "", false), frames, frames.subList(1, frames.size()),
                OptionalDouble.of(4)));
        if (each.expected.equals("none")) {
            assertThat(fix.filter(Fix::isOffered)).isEmpty();
            return;
        }
        assertThat(fix.filter(Fix::isOffered)).as("%s", fix).isPresent();
        List<String> first = fix.get().reasons().stream().limit(2).toList();
        if (each.expected.startsWith("no ")) {
            assertThat(fix.get().hazards()).noneMatch(it -> it.file().isPresent()
                    && it.kind().id().equals(each.expected.substring(3)));
            return;
        }
        List<String> lines = each.text.lines().toList();
        assertThat(fix.get().hazards()).as("%s", first).anyMatch(it -> it.kind().id().equals(each.expected)
                && lines.get(it.line() - 1).endsWith("// !")
                && first.stream().anyMatch(shown -> shown.startsWith("line " + it.line() + ": " + it.text())));
    }

    private static List<CallSite> frames(Case each) {
        List<CallSite> frames = new ArrayList<>();
        List<String> lines = each.text.lines().toList();
        int dot = each.callee.lastIndexOf('.');
        frames.add(new CallSite(each.callee.substring(0, dot), each.callee.substring(dot + 1), 0));
        for (String kind : List.of("// hot", "// caller")) {
            for (int line = 1; line <= lines.size(); line++) {
                Matcher frame = FRAME.matcher(lines.get(line - 1));
                if (frame.find() && frame.group().startsWith(kind)) {
                    String method = frame.group(1);
                    int last = method.lastIndexOf('.');
                    frames.add(new CallSite("a." + method.substring(0, last), method.substring(last + 1), line));
                }
            }
        }
        return frames;
    }
}
