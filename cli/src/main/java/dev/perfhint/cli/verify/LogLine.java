package dev.perfhint.cli.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Picks the line of a log that says why a command failed. */
final class LogLine {
    private static final Pattern TELLING = Pattern.compile(
            "^Exception in thread .*|.*\\.java:\\[?\\d+.*error.*|\\[ERROR\\]\\s+\\S*(Test|IT)\\b.*|.* FAILED$"
            + "|.*\\berror: .*|Caused by: .*|\\S*(Error|Exception): .*");
    private static final int MAX_LENGTH = 160;

    private LogLine() {}

    /** Returns the first line that looks like the cause, else the last one; empty for an empty log. */
    static String of(Path log) throws IOException {
        if (!Files.isRegularFile(log)) {
            return "";
        }
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines()
                .map(String::strip).filter(line -> !line.isEmpty()).toList();
        Optional<String> telling = lines.stream().filter(line -> TELLING.matcher(line).matches()).findFirst();
        String line = telling.orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
        return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line;
    }
}
