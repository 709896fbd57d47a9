package dev.perfhint.source.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopElementsTest {
    private static final String ROOM = """
            class Room {
                void say(String line, User self) {
                    for (User user : users) {
                        user.send(line);
                        user.send("end");
                    }
                    for (int i = 0; i < 9; i++) {
                        sockets[i].out().write(line);
                    }
                    for (String word : words) {
                        self.send(word);
                    }
                    self.send("ok");
                }
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void seesCallsOnEachElementOfALoop() throws Exception {
        Files.writeString(directory.resolve("Room.java"), ROOM);
        Optional<Sources> sources =
                Optional.of(Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of())));
        assertThat(List.of(4, 8, 11, 13)).map(line -> LoopElements.receive(sources, "Room", line))
                .containsExactly(true, true, false, false);
        assertThat(LoopElements.separate(sources, "Room", 4, 5)).as("two parts for each user").isFalse();
        assertThat(LoopElements.separate(sources, "Room", 4, 13)).as("others, then oneself").isTrue();
        assertThat(LoopElements.separate(sources, "Room", 11, 13)).as("words of one message").isFalse();
        assertThat(LoopElements.receive(Optional.empty(), "Room", 4)).isFalse();
    }
}
