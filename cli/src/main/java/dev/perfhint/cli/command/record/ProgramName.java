package dev.perfhint.cli.command.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The short name of a program, for its files: {@code shop} for {@code java -jar lib/shop.jar}. */
final class ProgramName {
    /** Options of the {@code java} command whose value is the next argument; its tool page, JDK 17 and 25. */
    static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path",
            "--add-modules", "--add-reads", "--add-exports", "--add-opens", "--limit-modules", "--upgrade-module-path",
            "--enable-native-access");
    private static final Set<String> NAMES_MODULE = Set.of("-m", "--module");

    private ProgramName() {}

    /** Returns the jar's or the main class's simple name, else the executable's; never empty, no separators in it. */
    static String of(List<String> command) {
        String executable = last(command.get(0), "/");
        String name = executable.equals("java") ? program(command.subList(1, command.size())) : executable;
        String plain = name.replaceAll("[^\\w.-]", "").replaceFirst("^[.-]+", "");
        return plain.isEmpty() ? "program" : plain;
    }

    /** Returns the name of a running process; {@code pid-1234} where its command line cannot be read. */
    static String of(long pid) {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
            List<String> command = List.of(new String(line, StandardCharsets.UTF_8).split("\0"));
            return command.get(0).isEmpty() ? "pid-" + pid : of(command);
        } catch (IOException gone) {
            return "pid-" + pid;
        }
    }

    private static String program(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String each = arguments.get(i);
            if (each.equals("-jar") && i + 1 < arguments.size()) {
                return last(arguments.get(i + 1), "/").replaceFirst("\\.jar$", "");
            }
            if (NAMES_MODULE.contains(each) && i + 1 < arguments.size()) {
                return last(last(arguments.get(i + 1), "/"), "\\.");
            }
            if (WITH_VALUE.contains(each)) {
                i++;
            } else if (!each.startsWith("-") && !each.startsWith("@")) {
                return last(last(each.replaceFirst("\\.java$", ""), "/"), "\\.");
            }
        }
        return "java";
    }

    private static String last(String name, String separator) {
        String[] parts = name.split(separator);
        return parts.length == 0 ? "" : parts[parts.length - 1];
    }
}
