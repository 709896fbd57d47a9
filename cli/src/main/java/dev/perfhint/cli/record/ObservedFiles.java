package dev.perfhint.cli.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What observed JVMs have written: text, which becomes events of the recording. */
final class ObservedFiles {
    private static final int MAX_FILE_BYTES = 1 << 20;
    private static final int MAX_FILES = 16;
    private static final int EVENT_CHARACTERS = 1 << 13;
    private static final String HEAD = "perfhint-observed\t";

    private ObservedFiles() {}

    /** Returns the events of all JVMs, of those with most to say first, at most so many as a recording should hold. */
    static List<AppendedEvent> events(Workspace workspace) {
        List<String> texts = new ArrayList<>();
        try {
            if (workspace.owner().isPresent()) {
                texts.add(foreign(workspace));
            } else {
                try (Stream<Path> files = Files.list(workspace.directory())) {
                    for (Path file : files.filter(ObservedFiles::isObserved).sorted().toList()) {
                        texts.add(text(file));
                    }
                }
            }
        } catch (IOException unreadable) {
            // as if nothing had been observed, which is said
        }
        texts.removeIf(text -> !text.startsWith(HEAD));
        texts.sort((a, b) -> Integer.compare(b.length(), a.length()));
        List<AppendedEvent> events = new ArrayList<>();
        for (String text : texts.subList(0, Math.min(MAX_FILES, texts.size()))) {
            for (int from = 0; from < text.length(); ) {
                int to = end(text, from);
                events.add(AppendedEvent.observation(text.substring(from, to)));
                from = to;
            }
        }
        return events;
    }

    /** Returns the calls on streams that the events tell of. */
    static long calls(List<AppendedEvent> events) {
        long calls = 0;
        for (AppendedEvent event : events) {
            for (String line : ((String) event.values().get(0)).split("\n")) {
                String[] fields = line.split("\t");
                if (fields[0].equals("op") && fields.length > 3 && fields[3].matches("\\d{1,15}")) {
                    calls += Long.parseLong(fields[3]);
                }
            }
        }
        return calls;
    }

    private static int end(String text, int from) {
        int limit = Math.min(text.length(), from + EVENT_CHARACTERS);
        int line = limit == text.length() ? limit : text.lastIndexOf('\n', limit - 1) + 1;
        return line > from ? line : limit;
    }

    private static boolean isObserved(Path file) {
        return file.toString().endsWith(ObserverLoading.SUFFIX) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return new String(in.readNBytes(MAX_FILE_BYTES), StandardCharsets.UTF_8);
        }
    }

    private static String foreign(Workspace workspace) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (OutputStream out = text) {
            workspace.owner().orElseThrow().copy(workspace.observed(), out, MAX_FILE_BYTES);
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
