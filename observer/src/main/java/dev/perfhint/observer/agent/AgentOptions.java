package dev.perfhint.observer.agent;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What follows {@code -javaagent:JAR=}: pairs {@code key=value} with a comma between them. Unknown keys are ignored.
 *
 * @param patch the folder of patched class files
 * @param code the folder of what the JVM runs
 * @param observe the file to which observations are written, {@code %p} stands for the process id
 * @param mode {@code stacks}, {@code count} without them, or {@code off}: hooks that do nothing, to measure them
 * @param worth a JVM with fewer calls writes no file
 * @param millis after which a running JVM is left alone again; 0 for never
 */
record AgentOptions(
        Optional<Path> patch, Optional<Path> code, Optional<Path> observe, String mode, long worth, long millis) {

    static AgentOptions parse(String arguments) {
        Map<String, String> values = new HashMap<>();
        for (String pair : arguments == null ? new String[0] : arguments.split(",")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return new AgentOptions(path(values.get("patch")), path(values.get("code")), path(values.get("observe")),
                values.getOrDefault("mode", "stacks"), number(values.get("worth")), number(values.get("millis")));
    }

    private static Optional<Path> path(String value) {
        return value == null || value.isEmpty()
                ? Optional.empty()
                : Optional.of(Path.of(value.replace("%p", Long.toString(ProcessHandle.current().pid()))));
    }

    private static long number(String value) {
        return value == null || !value.matches("\\d{1,15}") ? 0 : Long.parseLong(value);
    }
}
