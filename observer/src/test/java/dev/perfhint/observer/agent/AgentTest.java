package dev.perfhint.observer.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentTest {
    private static final int JAVA_8 = 52;

    @TempDir
    Path folder;

    @Test
    void entryClassIsReadByJava8() throws IOException {
        try (InputStream in = Agent.class.getResourceAsStream("Agent.class");
                DataInputStream data = new DataInputStream(in)) {
            assertThat(data.readInt()).isEqualTo(0xCAFEBABE);
            assertThat(data.readInt()).isEqualTo(JAVA_8);
        }
    }

    @Test
    void returnsAtOnceBelow17() {
        assertThat(Agent.fits("1.8")).isFalse();
        assertThat(Agent.fits("11")).isFalse();
        assertThat(Agent.fits(null)).isFalse();
        assertThat(Agent.fits("17")).isTrue();
        assertThat(Agent.fits("25")).isTrue();
    }

    @Test
    void leavesTheProgramAloneWhateverTheArgumentsAre() throws Exception {
        Path jar = AgentJar.in(folder);
        Path classes = AgentRun.compile(folder, "program", List.of(), "Main.java", """
                class Main {
                    public static void main(String[] args) {
                        System.out.println("ran");
                    }
                }
                """);
        for (String arguments : new String[] {"", "=", "=patch=/nowhere/at/all", "=patch=,observe"}) {
            assertThat(AgentRun.java("-javaagent:" + jar + arguments, "-cp", classes.toString(), "Main"))
                    .as(arguments).isEqualTo(new AgentRun.Ended("ran\n", 0));
        }
    }
}
