package dev.perfhint.cli.command;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;

/** What one run of the command line gave. */
public record Invocation(int code, String out, String err) {
    public static Invocation of(String... args) {
        return with(Map.of(), Map.of(), args);
    }

    public static Invocation with(Map<String, String> environment, Map<String, String> properties, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Properties system = new Properties();
        system.putAll(properties);
        int code = Main.run(new ByteArrayInputStream(new byte[0]), out, err, environment, system, args);
        return new Invocation(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
