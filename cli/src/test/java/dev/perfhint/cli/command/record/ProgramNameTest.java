package dev.perfhint.cli.command.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {
    @ParameterizedTest
    @CsvSource({
        "java -Xmx1g -jar lib/shop-1.2.jar --port 80, shop-1.2",
        "/opt/jdk/bin/java -cp a.jar:b.jar org.example.Shop run, Shop",
        "java --module-path mods -m org.example/org.example.Shop, Shop",
        "java --add-opens java.base/java.io=ALL-UNNAMED src/org/example/Hello.java, Hello",
        "java -version, java",
        "./gradlew test, gradlew",
        "../..  , program",
    })
    void isTheProgramAndNotTheLauncher(String command, String name) {
        assertThat(ProgramName.of(List.of(command.split(" ")))).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({"java -jar 'a b;c.jar', abc", "java '--- -x', java"})
    void isAPlainFileName(String command, String name) {
        assertThat(ProgramName.of(List.of(command.replace("'", "").split(" ", 3)))).isEqualTo(name);
    }
}
