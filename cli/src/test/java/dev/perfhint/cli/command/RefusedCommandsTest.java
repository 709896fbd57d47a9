package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that contradict each other, and arguments that no command can use: one line, exit code 2, nothing written. */
class RefusedCommandsTest {
    @TempDir
    private Path directory;
    private Path outputs;

    @BeforeEach
    void makeFiles() throws IOException {
        outputs = Files.createDirectory(directory.resolve("out"));
        Files.write(directory.resolve("latin.collapsed"), "caf\u00e9;m\u00fcller 5\n".getBytes(StandardCharsets.ISO_8859_1));
        Files.writeString(directory.resolve("A.java"), "class A {}\n");
        Files.createDirectory(directory.resolve("several"));
        Files.write(directory.resolve("several/a.jfr"), new byte[4]);
        Files.write(directory.resolve("several/b.jfr"), new byte[4]);
        new ProcessBuilder("mkfifo", directory.resolve("pipe").toString()).start().onExit().join();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "analyze CPU --event nosuch | cpu.jfr: --event nosuch leaves nothing: what was sampled is cpu",
        "hotspots CPU --event wall | --event wall leaves nothing",
        "analyze CPU --rule sync-per-record --ignore sync-per-record | rule sync-per-record is asked for and ignored",
        "analyze CPU --source SRC --fix --patch OUT/p -o OUT/p | the report and the patch would both go to",
        "analyze CPU --write-baseline OUT/p -o OUT/p | the report and the baseline would both go to",
        "analyze CPU -o '' | cannot write: the name of the file is empty",
        "analyze CPU --source SRC --classpath DIR/pipe | pipe is neither a directory nor a jar",
        "analyze CPU --source SRC --app-package org/example | 'org/example' is no package: write it as in org.example",
        "hotspots CPU --top 0 | '0' is not a number from 1 on",
        "hotspots CPU.x | cpu.jfr.x: no such file",
        "callers DIR/latin.collapsed main | the recording has no system CPU; see 'perfhint hotspots'",
        "compare , CPU | ',' names no recording",
        "compare CPU CPU CPU | is one argument too many",
        "compare CPU CPU --work-before Infinity --work-after 1 | --work-before and --work-after are needed both",
        "compare CPU CPU --source-before SRC | --source-before needs --source",
        "compare DIR/latin.collapsed DIR/latin.collapsed | no recording has CPU samples: record with perfhint record",
        "latency '' | the name of a recording is empty",
        "latency DIR/several | a directory with several recordings (a.jfr, b.jfr), not a JVM's repository",
        "latency JFR --operation jdk.FileRead --slower-than 0 | '0' must be longer than zero",
        "scaling 1=CPU 2=CPU --work 1=5 | --work says nothing of load 2",
        "scaling 1=CPU 2=CPU --work 1=5,2=6,3=7 | --work names a load without a recording: 3",
        "scaling 1=, 2=CPU | no recording is named",
        "scaling 1=DIR/latin.collapsed 2=CPU | latin.collapsed: no system CPU",
        "calibrate --jvm DIR | has no bin/java: name the directory of a JDK or JRE",
        "calibrate --directory DIR/A.java | A.java: not a directory that can be written",
        "verify --patch DIR/pipe --run true | pipe: cannot be read: name a patch that perfhint analyze --fix wrote",
        "verify --patch DIR/A.java --run '' | --run is empty",
        "verify --patch DIR/A.java --run true --runs 99999999999 | '99999999999' is not a number from 1 on",
        "record '' | the command is empty",
        "ide install vscode --dir DIR/A.java | tasks.json: cannot be written: not a directory: name another directory",
        "explain nosuch | 'nosuch' is neither a rule nor a cause",
        "explain file-writ | did you mean file-write?",
        "help analyse | unknown command: 'analyse': did you mean analyze?",
        "DIR/none.jfr | none.jfr: neither a command nor a file",
        "rules x | 'x' is one argument too many",
    })
    void inOneLine(String command, String message) {
        String[] words = Arrays.stream(command.split(" "))
                .map(word -> word.replace("CPU", Example.CPU).replace("JFR", Example.JFR).replace("SRC", Example.SOURCE)
                        .replace("DIR", directory.toString()).replace("OUT", outputs.toString()).replace("''", ""))
                .toArray(String[]::new);
        Invocation run = Invocation.of(words);
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("perfhint: ").contains(message).hasLineCount(1);
        assertThat(outputs).isEmptyDirectory();
    }

    /** A pipe is read like a file: that is what a shell gives for <(command). */
    @Test
    void aPipeIsNoBadInput() throws Exception {
        Process writer = new ProcessBuilder("cp", Example.CPU, directory.resolve("pipe").toString()).start();
        Invocation run = Invocation.of("hotspots", directory.resolve("pipe").toString());
        assertThat(writer.waitFor()).isZero();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo(Invocation.of("hotspots", Example.CPU).out());
    }

    @Test
    void aDashIsStandardOutput() {
        for (String command : new String[] {"compare CPU CPU", "export CPU --format collapsed", "analyze CPU"}) {
            String[] words = (command + " -o -").replace("CPU", Example.CPU).split(" ");
            Invocation run = Invocation.of(words);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isNotEmpty();
        }
        assertThat(Path.of("-")).doesNotExist();
    }
}
