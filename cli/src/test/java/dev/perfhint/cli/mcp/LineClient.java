package dev.perfhint.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.cli.command.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A client that writes and reads the protocol's lines itself: what the library's client never sends. */
final class LineClient implements AutoCloseable {
    final Process process;
    private final Writer out;
    private final BufferedReader in;
    final List<JsonObject> seen = new ArrayList<>();

    LineClient(Path root, String... options) throws IOException {
        process = new ProcessBuilder(command(root, options)).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        out = process.outputWriter(StandardCharsets.UTF_8);
        in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        request(0, "initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}");
        answer(0);
        line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    static List<String> command(Path root, String... options) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Main.class.getName(), "mcp",
                "--root", root.toString()));
        command.addAll(List.of(options));
        return command;
    }

    void line(String line) throws IOException {
        out.write(line + "\n");
        out.flush();
    }

    void request(int id, String method, String parameters) throws IOException {
        line("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}");
    }

    /** Calls a tool with a token for its progress. */
    void call(int id, String tool, String arguments) throws IOException {
        request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + ",\"_meta\":{\"progressToken\":\"p" + id + "\"}}");
    }

    /** Reads up to the answer to a request. */
    JsonObject answer(int id) throws IOException {
        return next(message -> message.has("id") && !message.get("id").isJsonNull() && message.get("id").getAsInt() == id);
    }

    JsonObject next(Predicate<JsonObject> wanted) throws IOException {
        while (true) {
            String line = in.readLine();
            assertThat(line).as("the server ended; seen: " + seen).isNotNull();
            JsonObject message = JsonParser.parseString(line).getAsJsonObject();
            seen.add(message);
            if (wanted.test(message)) {
                return message;
            }
        }
    }

    static String list(Object... texts) {
        JsonArray list = new JsonArray();
        for (Object text : texts) {
            list.add(String.valueOf(text));
        }
        return list.toString();
    }

    @Override
    public void close() throws IOException {
        out.close();
        process.destroy();
    }
}
