package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.ast.CompilationUnit;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Repair;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Small programs that each try one way to notice a buffer, and plain ones that must be provable. */
class ProgramsTest {
    private static final String IMPORTS = """
            import java.io.*; import java.net.*; import java.nio.*; import java.nio.channels.*; import java.nio.file.*;
            import java.security.*; import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*;
            import java.util.function.*; import java.util.stream.*; import java.util.zip.*;
            """;
    private static final Pattern WHOLE = Pattern.compile("^(import|class|public class) ");

    @Test
    void judgesEachProgram() throws IOException {
        List<String> wrong = new ArrayList<>();
        int safe = 0;
        int unsafe = 0;
        for (String program : programs()) {
            String head = program.substring(0, program.indexOf('\n')).trim();
            Outcome outcome = prove(head, program.substring(program.indexOf('\n') + 1));
            boolean expected = head.startsWith("+");
            safe += expected ? 1 : 0;
            unsafe += expected ? 0 : 1;
            if (expected != (outcome.applicability() == Applicability.SAFE)
                    || expected != outcome.reasons().isEmpty()) {
                wrong.add(head + " -> " + outcome.applicability() + " " + outcome.reasons());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(safe).isGreaterThan(50);
        assertThat(unsafe).isGreaterThan(150);
    }

    private static List<String> programs() throws IOException {
        try (InputStream in = ProgramsTest.class.getResourceAsStream("programs.txt")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("(?m)^=== ")).skip(1).toList();
        }
    }

    private static Outcome prove(String head, String body) {
        String kind = head.length() > 4 ? head.substring(2, 4) : "";
        Repair repair = switch (kind) {
            case "IN" -> Repair.BUFFER_FILE_INPUT;
            case "SO" -> Repair.BUFFER_SOCKET_OUTPUT;
            case "SI" -> Repair.BUFFER_SOCKET_INPUT;
            case "PS" -> Repair.BUFFER_PRINT_STREAM;
            default -> Repair.BUFFER_FILE_OUTPUT;
        };
        String text = WHOLE.matcher(body).find() ? body : "class T {\n" + body + "\n}";
        CompilationUnit unit = Cases.parse(IMPORTS + text);
        return Prover.examine(Subject.of(unit, Cases.creation(unit, repair), repair));
    }
}
