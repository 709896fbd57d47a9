package dev.perfhint.cli.command.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> METHODS =
            List.of("java.io.FileOutputStream.write", "java.io.FileInputStream.read", "app.Main.main", "ksys_write");

    @Test
    void findsMistypedMethods() {
        assertThat(Nearest.method("FileOutputStream.wirte", METHODS)).contains("java.io.FileOutputStream.write");
        assertThat(Nearest.method("fileoutputsteam.write", METHODS)).contains("java.io.FileOutputStream.write");
        assertThat(Nearest.method("java.io.FileInputStrem.read", METHODS)).contains("java.io.FileInputStream.read");
        assertThat(Nearest.method("mian", METHODS)).contains("app.Main.main");
        assertThat(Nearest.method("sys_write", METHODS)).contains("ksys_write");
    }

    @Test
    void guessesNothingFarOff() {
        assertThat(Nearest.method("no.such.Method", METHODS)).isEmpty();
        assertThat(Nearest.method("", METHODS)).isEmpty();
        assertThat(Nearest.name("frobnicate", List.of("analyze", "rules"))).isEmpty();
    }

    @Test
    void findsMistypedNames() {
        assertThat(Nearest.name("analyse", List.of("analyze", "rules"))).contains("analyze");
        assertThat(Nearest.name("unbufered-file-wirte", List.of("unbuffered-file-read", "unbuffered-file-write")))
                .contains("unbuffered-file-write");
    }
}
