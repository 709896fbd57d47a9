package dev.perfhint.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.reader.ForeignProfiles.Adapter;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.Reader;
import dev.perfhint.reader.input.RecordingSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each place that an input format needs: whoever adds one and forgets a place is told which. */
class ReadersTest {
    private static final Path CLASSES = Path.of("target/classes/dev/perfhint/reader");
    private static final Path LIST = Path.of("src/main/java/dev/perfhint/reader/Readers.java");
    private static final Path PAGE = Path.of("../docs/reference/evidence.md");
    private static final Path RECORDINGS = Path.of("../fixtures/recordings");
    /** Two that other tests and other pages are about. */
    private static final Set<String> OWN = Set.of("jfr", "profile");

    static List<Reader> readers() {
        return Readers.ALL;
    }

    static Stream<Reader> foreign() {
        return Readers.ALL.stream().filter(reader -> !OWN.contains(reader.name()));
    }

    @Test
    void listsEachClassThatReadsAFormat() throws Exception {
        String list = Files.readString(LIST);
        try (Stream<Path> files = Files.walk(CLASSES)) {
            for (Path file : files.filter(each -> each.toString().matches(".*Reader\\.class")).toList()) {
                String name = "dev.perfhint.reader." + CLASSES.relativize(file).toString().replace('/', '.').replace(".class", "");
                boolean reads = Arrays.stream(Class.forName(name, false, getClass().getClassLoader()).getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("read") && Arrays.equals(method.getParameterTypes(),
                                new Class<?>[] {String.class, RecordingSource.class, ReadOptions.class, ProfileBuilder.class})
                                && !method.isSynthetic() && Modifier.isStatic(method.getModifiers()));
                String simple = name.substring(name.lastIndexOf('.') + 1);
                assertThat(!reads || list.contains(simple + "::read"))
                        .as("Readers.ALL has no line for %s: add one, and the format's title to Readers.HELP", simple).isTrue();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("readers")
    void namesEachFormatInTheHelp(Reader reader) {
        assertThat(Readers.HELP).as("Readers.HELP does not name '%s'", reader.title()).contains(reader.title());
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void writesTheConformanceProfileInEachFormat(Reader reader) {
        assertThat(ForeignProfiles.ADAPTERS).as("ForeignProfiles.ADAPTERS has no profile in the format '%s': write its STACKS there;"
                + " AdaptersTest and HostileForeignTest then read it", reader.name())
                .extracting(Adapter::format).contains(reader.name());
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void shipsARecordingOfEachFormat(Reader reader) throws IOException {
        Set<String> shipped = new TreeSet<>();
        try (Stream<Path> files = Files.walk(RECORDINGS, 2)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (RecordingSource source = RecordingSource.open(file)) {
                    Readers.of(source).ifPresent(format -> shipped.add(format.name()));
                }
            }
        }
        assertThat(shipped).as("fixtures/recordings holds no file of the format '%s': add one, with a row in its MANIFEST.md",
                reader.name()).contains(reader.name());
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void describesEachFormatOnThePage(Reader reader) throws IOException {
        assertThat(Files.readAllLines(PAGE)).as("docs/reference/evidence.md has no row '| %s ...' among its other files", reader.title())
                .anyMatch(line -> line.replace("`", "").startsWith("| " + reader.title()));
    }

    @ParameterizedTest
    @MethodSource("foreign")
    void tellsOfEachFormatInTheChangelog(Reader reader) throws IOException {
        assertThat(Files.readString(Path.of("../CHANGELOG.md")).replace("`", "").replaceAll("\\s+", " "))
                .as("CHANGELOG.md does not say that perfhint reads '%s'", reader.title()).containsIgnoringCase(reader.title());
    }

    @Test
    void givesRecordingsTheNameOfTheirReader() throws Exception {
        for (Adapter adapter : ForeignProfiles.ADAPTERS) {
            ByteArrayInputStream content = new ByteArrayInputStream(adapter.content());
            assertThat(Recordings.read("one", content, ReadOptions.DEFAULTS).recordings().get(0).format()).isEqualTo(adapter.format());
        }
    }
}
