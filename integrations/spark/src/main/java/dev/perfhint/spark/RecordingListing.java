package dev.perfhint.spark;

import dev.perfhint.fleet.FoundRecording;
import dev.perfhint.fleet.PathGlob;
import dev.perfhint.fleet.RecordingFinder;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Lists recordings by Hadoop: folders, globs, files, and lists of them ({@code @URI}). The ETag is their stamp. */
final class RecordingListing {
    private final Configuration configuration;
    private final TreeMap<String, FoundRecording> found = new TreeMap<>();
    private final List<Pattern> covered = new ArrayList<>();

    RecordingListing(Configuration configuration) {
        this.configuration = configuration;
    }

    void add(String argument) throws IOException {
        if (argument.startsWith("@")) {
            Path list = new Path(argument.substring(1));
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                    list.getFileSystem(configuration).open(list), StandardCharsets.UTF_8))) {
                for (String line : lines.lines().filter(each -> !each.isBlank()).toList()) {
                    add(line.strip());
                }
            }
            return;
        }
        Path path = new Path(argument);
        FileSystem system = path.getFileSystem(configuration);
        String name = system.makeQualified(path).toString();
        covered.add(PathGlob.isGlob(name) ? Pattern.compile(PathGlob.regex(name) + "(?:/.*)?")
                : Pattern.compile(Pattern.quote(name) + "(?:/.*)?"));
        FileStatus[] matches = system.globStatus(path);
        if (matches == null || matches.length == 0) {
            if (!PathGlob.isGlob(name)) {
                throw new FileNotFoundException(name + ": no such file");
            }
            return;
        }
        for (FileStatus match : matches) {
            if (match.isDirectory()) {
                walk(system, match.getPath());
            } else {
                put(match);
            }
        }
    }

    private void walk(FileSystem system, Path directory) throws IOException {
        if (system.getScheme().equals("file")) {
            // a recursive listing starts a process for each file, to ask for permissions
            for (FileStatus each : system.listStatus(directory)) {
                if (each.isDirectory()) {
                    walk(system, each.getPath());
                } else {
                    putRecording(each);
                }
            }
            return;
        }
        RemoteIterator<LocatedFileStatus> files = system.listFiles(directory, true);
        while (files.hasNext()) {
            putRecording(files.next());
        }
    }

    private void putRecording(FileStatus file) {
        if (RecordingFinder.isRecording(file.getPath().toString())) {
            put(file);
        }
    }

    Collection<FoundRecording> found() {
        return found.values();
    }

    /** Returns whether a path would have been found if it existed. */
    boolean covers(String path) {
        return covered.stream().anyMatch(pattern -> pattern.matcher(path).matches());
    }

    private void put(FileStatus file) {
        String tag = file instanceof EtagSource source ? source.getEtag() : null;
        String stamp = tag == null || tag.isEmpty() ? Long.toString(file.getModificationTime()) : tag;
        String name = file.getPath().toString();
        found.put(name, new FoundRecording(name, file.getLen(), stamp));
    }
}
