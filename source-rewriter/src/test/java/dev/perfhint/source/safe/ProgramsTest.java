package dev.perfhint.source.safe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Hazard;
import dev.perfhint.source.Repair;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small programs: ones that violate one of the three sentences ({@code -}), ones for which a buffer is right though a
 * sentence does not hold ({@code =}), ones for which all hold ({@code +}), and ones that notice the buffer by breaking
 * an assumption ({@code ~}), for which all sentences hold too.
 */
class ProgramsTest {
    private static final String IMPORTS = """
            import java.io.*; import java.net.*; import java.nio.*; import java.nio.channels.*; import java.nio.file.*;
            import java.security.*; import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*;
            import java.util.function.*; import java.util.stream.*; import java.util.zip.*;
            """;
    /** Before the text of a further file, which makes the program one of sources of its own. */
    private static final String OTHER_FILE = "(?m)^---\n";
    private static final Pattern WHOLE = Pattern.compile("^(import|class|public class) ");

    @ParameterizedTest
    @ValueSource(strings = {"programs.txt", "escapes.txt", "surroundings.txt", "observers.txt", "elsewhere.txt"})
    void judgesEachProgram(String name, @TempDir Path directory) throws Exception {
        List<String> wrong = new ArrayList<>();
        int safe = 0;
        int unsafe = 0;
        List<String> programs = programs(name);
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            String[] parts = programs.get(i).substring(programs.get(i).indexOf('\n') + 1).split(OTHER_FILE);
            Path home = Files.createDirectories(directory.resolve((parts.length > 1 ? "own" : "shared") + "/p" + i));
            String text = text("p" + i, parts[0]);
            files.add(Files.writeString(home.resolve(name(text)), text));
            for (int part = 1; part < parts.length; part++) {
                Files.writeString(home.resolve(name(parts[part])), "package p" + i + "; " + IMPORTS + parts[part]);
            }
        }
        Sources shared = sources(directory.resolve("shared"));
        for (int i = 0; i < programs.size(); i++) {
            String head = programs.get(i).substring(0, programs.get(i).indexOf('\n')).trim();
            Path home = files.get(i).getParent();
            Sources sources = home.getParent().endsWith("shared") ? shared : sources(home);
            List<Hazard> hazards = FirstCreation.hazards(sources, files.get(i), repair(head));
            boolean expected = head.startsWith("+") || head.startsWith("~");
            safe += expected ? 1 : 0;
            unsafe += expected ? 0 : 1;
            if (expected != hazards.isEmpty()) {
                wrong.add(head + " -> " + hazards);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(safe).isGreaterThan(2);
        assertThat(unsafe).isGreaterThan(10);
    }

    private static Sources sources(Path directory) throws Exception {
        return Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
    }

    /** Returns the whole first file of a program, in a package of its own. */
    static String text(String name, String program) {
        String body = program.split(OTHER_FILE)[0];
        String types = WHOLE.matcher(body).find() ? body : "class T {\n" + body + "\n}";
        return "package " + name + "; " + IMPORTS + types;
    }

    /** Returns the name of the file. */
    static String name(String text) {
        Matcher type = Pattern.compile("(?:class|record|interface|enum) (\\w+)").matcher(text);
        return (type.find() ? type.group(1) : "T") + ".java";
    }

    /** Returns all programs, each with its head in the first line. */
    static List<String> programs() throws IOException {
        List<String> all = new ArrayList<>(programs("programs.txt"));
        all.addAll(programs("escapes.txt"));
        all.addAll(programs("surroundings.txt"));
        return all;
    }

    private static List<String> programs(String name) throws IOException {
        try (InputStream in = ProgramsTest.class.getResourceAsStream(name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("(?m)^=== ")).skip(1).toList();
        }
    }

    private static Repair repair(String head) {
        return switch (head.length() > 4 ? head.substring(2, 4) : "") {
            case "IN" -> Repair.BUFFER_FILE_INPUT;
            case "SO" -> Repair.BUFFER_SOCKET_OUTPUT;
            case "SI" -> Repair.BUFFER_SOCKET_INPUT;
            case "PS" -> Repair.BUFFER_PRINT_STREAM;
            default -> Repair.BUFFER_FILE_OUTPUT;
        };
    }
}
