package dev.perfhint.cli.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.cli.command.Invocation;
import dev.perfhint.cli.command.option.ExitCode;
import dev.perfhint.cli.ide.EditorSupport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ide install} writes, what it leaves alone, and that {@code ide uninstall} undoes it. */
class IdeCommandTest {
    @TempDir
    private Path directory;

    private Invocation ide(String... args) {
        List<String> all = new java.util.ArrayList<>(List.of("ide"));
        all.addAll(List.of(args));
        if (!args[1].equals("emacs")) {
            all.addAll(List.of("--dir", directory.toString()));
        }
        return Invocation.of(all.toArray(String[]::new));
    }

    private List<String> files() throws IOException {
        try (var all = Files.walk(directory)) {
            return all.filter(path -> !path.equals(directory)).map(path -> directory.relativize(path).toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "idea, tools/perfhint.xml, perfhint-intellij.xml",
        "vscode, .vscode/tasks.json, tasks.json", "copilot, .vscode/mcp.json, copilot-mcp.json", "cursor, .cursor/mcp.json, cursor-mcp.json",
        "vim, compiler/perfhint.vim, perfhint.vim"})
    void writesWhatTheDocumentationShowsAndTakesItBack(String editor, String place, String shown) throws IOException {
        Path file = directory.resolve(place);
        assertThat(ide("install", editor).err()).isEqualTo("perfhint: wrote " + file + "\n");
        assertThat(file).hasSameTextualContentAs(Path.of("../docs/guide/ide", shown));
        assertThat(ide("install", editor).err()).isEqualTo("perfhint: " + file + " is there already\n");
        assertThat(ide("uninstall", editor).err()).isEqualTo("perfhint: deleted " + file + "\n");
        assertThat(files()).isEmpty();
        assertThat(ide("uninstall", editor).err()).isEqualTo("perfhint: there is no " + file + "\n");
    }

    @Test
    void replacesAnotherFileOnlyByForceAndBringsItBack() throws IOException {
        Path file = Files.createDirectories(directory.resolve(".vscode")).resolve("tasks.json");
        Files.writeString(file, "{ \"mine\": 1 }\n");
        Invocation refused = ide("install", "vscode");
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).isEqualTo("perfhint: " + file + ": exists and is not perfhint's: --force replaces it and keeps it"
                + " as tasks.json.before-perfhint\n");
        assertThat(file).hasContent("{ \"mine\": 1 }\n");
        assertThat(ide("install", "vscode", "--force").code()).isZero();
        assertThat(files()).containsExactly(".vscode", ".vscode/tasks.json", ".vscode/tasks.json.before-perfhint");
        assertThat(ide("uninstall", "vscode").err()).contains("brought back the former " + file);
        assertThat(file).hasContent("{ \"mine\": 1 }\n");
        assertThat(files()).containsExactly(".vscode", ".vscode/tasks.json");
    }

    @Test
    void deletesAChangedFileOnlyByForce() throws IOException {
        ide("install", "vim");
        Path file = directory.resolve("compiler/perfhint.vim");
        Files.writeString(file, "\" mine\n");
        Invocation refused = ide("uninstall", "vim");
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("is not as perfhint wrote it: --force deletes it");
        assertThat(ide("uninstall", "vim", "--force").code()).isZero();
        assertThat(files()).isEmpty();
    }

    @Test
    void followsNoLink() throws IOException {
        Path mine = Files.writeString(directory.resolve("mine.json"), "{}");
        Path file = Files.createDirectories(directory.resolve(".vscode")).resolve("tasks.json");
        Files.createSymbolicLink(file, mine);
        assertThat(ide("install", "vscode").code()).isEqualTo(ExitCode.USAGE);
        ide("install", "vscode", "--force");
        assertThat(mine).hasContent("{}");
        assertThat(file).isRegularFile();
        ide("uninstall", "vscode");
        assertThat(Files.readSymbolicLink(file)).isEqualTo(mine);
    }

    @Test
    void findsTheNewestIdea() throws IOException {
        for (String name : List.of("IdeaIC2024.3", "IntelliJIdea2025.2", "IntelliJIdea2025.1", "PyCharm2026.1")) {
            Files.createDirectories(directory.resolve(".config/JetBrains").resolve(name));
        }
        assertThat(EditorSupport.IDEA.directory(directory)).endsWith(Path.of(".config/JetBrains/IntelliJIdea2025.2"));
        assertThat(EditorSupport.VIM.directory(directory)).isEqualTo(directory.resolve(".vim"));
    }

    @Test
    void printsWhatToAddForEmacs() throws IOException {
        Invocation run = ide("install", "emacs");
        assertThat(run.out()).isEqualTo(Files.readString(Path.of("../docs/guide/ide/perfhint.el"))).contains("(defun perfhint (recording)");
        assertThat(run.err()).isEqualTo("perfhint: add this to your init file\n");
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThat(ide("remove", "vim").err()).startsWith("perfhint: unknown action 'remove'");
        assertThat(ide("install", "notepad").err()).startsWith("perfhint: unknown editor 'notepad'");
    }
}
