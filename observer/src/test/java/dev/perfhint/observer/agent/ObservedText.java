package dev.perfhint.observer.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What an observed JVM wrote, line by line. */
record ObservedText(List<List<String>> lines) {

    static ObservedText read(Path file) throws IOException {
        return new ObservedText(Files.readAllLines(file).stream().map(line -> List.of(line.split("\t", -1))).toList());
    }

    Stream<List<String>> of(String kind) {
        return lines.stream().filter(line -> line.get(0).equals(kind));
    }

    /** Returns the ids of sites that a method of that name created, those of a kind; empty stands for any. */
    Set<String> sites(String method, String kind) {
        Map<String, String> frames = new HashMap<>();
        of("frame").forEach(line -> frames.put(line.get(1), line.get(3)));
        Set<String> stacks = new HashSet<>();
        of("stack").filter(line -> Stream.of(line.get(2).split(",")).map(frames::get).anyMatch(method::equals))
                .forEach(line -> stacks.add(line.get(1)));
        Set<String> sites = new HashSet<>();
        of("site").filter(line -> method.isEmpty() || stacks.contains(line.get(3)))
                .filter(line -> kind.isEmpty() || line.get(2).equals(kind))
                .forEach(line -> sites.add(line.get(1)));
        return sites;
    }

    long calls(Set<String> sites, String operation) {
        return of("op").filter(line -> sites.contains(line.get(1)) && line.get(2).equals(operation))
                .mapToLong(line -> Long.parseLong(line.get(3))).sum();
    }

    long metadata(String operation, String name) {
        return of("metapath").filter(line -> line.get(2).endsWith("/" + name))
                .filter(line -> operation.equals("*") || line.get(1).equals(operation))
                .mapToLong(line -> Long.parseLong(line.get(3))).sum();
    }

    long polls(String what) {
        return of("polls").filter(line -> line.get(1).equals(what)).mapToLong(line -> Long.parseLong(line.get(2))).sum();
    }
}
