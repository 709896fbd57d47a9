package dev.perfhint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a command printed, kept in a file whose first line says how it is written anew. */
public final class Golden {
    private static final String HEAD = "# golden file of %s, which writes it anew with -Dperfhint.bless=true;"
            + " read the diff: it holds form and wording, other tests hold the numbers\n";

    private Golden() {}

    public static void check(Class<?> test, Path file, String printed) throws IOException {
        String content = HEAD.formatted(test.getSimpleName()) + printed;
        if (Boolean.getBoolean("perfhint.bless")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        }
        assertThat(content).isEqualTo(Files.readString(file));
    }
}
