package dev.perfhint.cli.command.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.perfhint.cli.command.Commands;
import dev.perfhint.cli.command.Invocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
class InstallCommandTest {
    @TempDir
    private Path directory;

    private Path launcher;
    private Path prefix;

    @BeforeEach
    void makeLauncher() throws IOException {
        launcher = Files.writeString(directory.resolve("launcher"), "#!/bin/sh\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        prefix = directory.resolve("it's a prefix");
    }

    private Invocation install(String... more) {
        List<String> command = new ArrayList<>(List.of("install", "--prefix", prefix.toString()));
        command.addAll(List.of(more));
        return Invocation.with(Map.of(), Map.of("perfhint.launcher", launcher.toString()), command.toArray(String[]::new));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(prefix)) {
            return files.filter(file -> !Files.isDirectory(file)).sorted().toList();
        }
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static void assume(String program) {
        assumeThat(Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path, program))))
                .as(program + " is not installed").isTrue();
    }

    @Test
    void installsAndTakesBack() throws IOException {
        Invocation run = install();
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("link " + prefix + "/bin/perfhint to " + launcher, "completions for bash, zsh and fish");
        assertThat(Files.readSymbolicLink(prefix.resolve("bin/perfhint"))).isEqualTo(launcher);
        for (String command : Commands.names()) {
            assertThat(prefix.resolve("share/man/man1/perfhint-" + command + ".1")).exists();
        }
        List<Path> first = files();
        assertThat(install().code()).isZero();
        assertThat(files()).isEqualTo(first);
        assertThat(install("--uninstall").code()).isZero();
        assertThat(files()).isEmpty();
        assertThat(install("--uninstall").err()).contains("nothing of perfhint is installed");
    }

    @Test
    void replacesNothingOfOthers() throws IOException {
        Path page = prefix.resolve("share/man/man1/perfhint-analyze.1");
        Files.createDirectories(page.getParent());
        Files.writeString(page, "mine");
        Invocation run = install();
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).hasLineCount(1).contains("perfhint-analyze.1: is there and not perfhint's");
        assertThat(files()).containsExactly(page);
        install("--uninstall");
        assertThat(page).hasContent("mine");
        Files.delete(page);
        Path link = Files.createDirectories(prefix.resolve("bin")).resolve("perfhint");
        Files.createSymbolicLink(link, directory.resolve("elsewhere"));
        assertThat(install().err()).hasLineCount(1).contains("no link to this perfhint");
        install("--uninstall");
        assertThat(Files.isSymbolicLink(link)).isTrue();
    }

    @Test
    void saysWhyItCannot() throws IOException {
        Files.writeString(prefix, "a file");
        assertThat(install().err()).hasLineCount(1).contains("cannot install there", "choose another --prefix");
        assertThat(install().code()).isEqualTo(2);
        assertThat(Invocation.of("install").err()).contains("started without it");
    }

    @Test
    void completesInBash() throws Exception {
        assume("bash");
        install();
        String script = prefix.resolve("share/bash-completion/completions/perfhint").toString();
        assertThat(run("bash", "-c", "source \"$1\"; COMP_WORDS=(perfhint ana); COMP_CWORD=1; _complete_perfhint; echo \"${COMPREPLY[@]}\"",
                "-", script)).contains("analyze");
        assertThat(run("bash", "-c", "source \"$1\"; COMP_WORDS=(perfhint analyze --fo); COMP_CWORD=2; _complete_perfhint; echo \"${COMPREPLY[@]}\"",
                "-", script)).contains("--format");
        assertThat(bash(script, "perfhint analyze --format s")).isEqualTo("sarif");
        assertThat(bash(script, "perfhint analyze --rule unbuffered-print")).isEqualTo("unbuffered-print-stream");
        assertThat(bash(script, "perfhint analyze --fail-on h")).isEqualTo("high");
        assertThat(bash(script, "perfhint hotspots --cause file-r")).isEqualTo("file-read");
        assertThat(bash(script, "perfhint record --engine ct")).isEqualTo("ctimer");
        assertThat(bash(script, "perfhint explain socket-r")).isEqualTo("socket-read");
        assertThat(bash(script, "perfhint ide install vs")).isEqualTo("vscode");
    }

    private static String bash(String script, String typed) throws Exception {
        return run("bash", "-c", "source \"$1\"; COMP_WORDS=($2); COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); _complete_perfhint 2> /dev/null; echo \"${COMPREPLY[@]}\"",
                "-", script, typed).strip();
    }

    @Test
    void completesInZsh() throws Exception {
        assume("zsh");
        install();
        String functions = prefix.resolve("share/zsh/site-functions").toString();
        assertThat(run("zsh", "-fc", "fpath=($1 $fpath); autoload -Uz compinit && compinit -u -D; autoload -Uz _perfhint; _perfhint 2>/dev/null;"
                + " whence -w _complete_perfhint; print $_comps[perfhint]", "-", functions)).contains("_complete_perfhint: function");
    }

    @Test
    void completesInFish() throws Exception {
        assume("fish");
        install();
        String script = prefix.resolve("share/fish/vendor_completions.d/perfhint.fish").toString();
        assertThat(run("fish", "-c", "source $argv[1]; complete -C 'perfhint ana'", script)).contains("analyze");
        assertThat(run("fish", "-c", "source $argv[1]; complete -C 'perfhint analyze --fo'", script)).contains("--format");
        assertThat(Files.readString(Path.of(script))).contains("-l rule -r -a '", "unbuffered-file-read ", "-l engine -r -a 'perf ctimer jfr'")
                .contains("__fish_seen_subcommand_from ide' -f -a 'install uninstall idea vscode copilot cursor vim emacs'");
    }

    @Test
    void writesPagesThatRoffUnderstands() throws Exception {
        install();
        String page = Files.readString(prefix.resolve("share/man/man1/perfhint-analyze.1"));
        assertThat(page).contains(".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", "\\-\\-unsafe\\-fixes", ".SH SEE ALSO");
        assertThat(Files.readString(prefix.resolve("share/man/man1/perfhint.1"))).contains(".SH COMMANDS", "perfhint\\-analyze(1)");
        assume("groff");
        for (Path file : files()) {
            if (file.toString().endsWith(".1")) {
                assertThat(run("groff", "-man", "-Tutf8", "-ww", "-z", file.toString())).as(file.toString()).isEmpty();
            }
        }
    }
}
