package dev.perfhint.cli.command.setup;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.output.OutputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * What makes perfhint a command of a system: a link to its launcher, manual pages, completions for bash, zsh and fish.
 * All files carry a mark, so that none of somebody else is ever replaced or deleted.
 */
final class Installation {
    private static final String MARK = "written by perfhint install";

    private final Path prefix;
    private final Path launcher;
    private final Map<Path, String> files = new LinkedHashMap<>();

    /** @param all the command line with all commands */
    Installation(Path prefix, Path launcher, CommandLine all, String version) {
        this.prefix = prefix;
        this.launcher = launcher;
        Path manuals = prefix.resolve("share/man/man1");
        file(manuals, all, version);
        all.getSubcommands().values().forEach(command -> file(manuals, command, version));
        files.put(prefix.resolve("share/bash-completion/completions/perfhint"),
                "# " + MARK + "\n" + BashCompletion.of(all));
        // the path of the file itself: the tree may be packed and unpacked elsewhere
        files.put(prefix.resolve("share/zsh/site-functions/_perfhint"), "#compdef perfhint\n# " + MARK
                + "\nautoload -U +X bashcompinit && bashcompinit\n"
                + "source \"${${(%):-%x}:A:h:h:h}/bash-completion/completions/perfhint\"\n");
        files.put(prefix.resolve("share/fish/vendor_completions.d/perfhint.fish"),
                "# " + MARK + "\n" + FishCompletion.of(all));
    }

    private void file(Path manuals, CommandLine command, String version) {
        files.put(manuals.resolve(ManPage.name(command) + ".1"), ".\\\" " + MARK + "\n" + ManPage.of(command, version));
    }

    private Path link() {
        return prefix.resolve("bin/perfhint");
    }

    /** Writes everything, nothing if one of the places is taken, and returns what was written, one line each. */
    List<String> install() {
        try {
            if (Files.exists(link(), LinkOption.NOFOLLOW_LINKS) && !isOurLink()) {
                throw new CliException(link()
                        + ": is there and no link to this perfhint: remove it, or choose another --prefix");
            }
            for (Path file : files.keySet()) {
                refuseForeign(file);
            }
            for (Map.Entry<Path, String> file : files.entrySet()) {
                Files.createDirectories(file.getKey().getParent());
                Path part = Files.createTempFile(file.getKey().getParent(), ".perfhint-", ".part");
                Files.write(part, file.getValue().getBytes(StandardCharsets.UTF_8));
                part.toFile().setReadable(true, false);
                Files.move(part, file.getKey(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.createDirectories(link().getParent());
            if (!Files.exists(link(), LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(link(), launcher);
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
        return List.of("link " + link() + " to " + launcher,
                files.size() - 3 + " manual pages in " + prefix.resolve("share/man/man1"),
                "completions for bash, zsh and fish in " + prefix.resolve("share"));
    }

    /** Deletes what {@link #install} wrote, of any version of perfhint, and returns what was deleted. */
    List<String> uninstall() {
        List<String> deleted = new ArrayList<>();
        try {
            for (Path file : files.keySet()) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isMarked(file)) {
                    Files.delete(file);
                    deleted.add("deleted " + file);
                }
            }
            if (Files.exists(link(), LinkOption.NOFOLLOW_LINKS) && isOurLink()) {
                Files.delete(link());
                deleted.add("deleted " + link());
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
        return deleted.isEmpty() ? List.of("nothing of perfhint is installed in " + prefix) : deleted;
    }

    private boolean isOurLink() throws IOException {
        return Files.isSymbolicLink(link()) && Files.readSymbolicLink(link()).equals(launcher);
    }

    private static void refuseForeign(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && !(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isMarked(file))) {
            throw new CliException(file + ": is there and not perfhint's: remove it, or choose another --prefix");
        }
    }

    private static boolean isMarked(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().limit(3)
                .anyMatch(line -> line.contains(MARK));
    }

    private CliException unwritable(IOException e) {
        return new CliException(prefix + ": cannot install there: " + OutputFile.reason(e)
                + ": choose another --prefix", e);
    }
}
