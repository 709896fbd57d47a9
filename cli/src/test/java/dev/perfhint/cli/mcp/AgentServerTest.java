package dev.perfhint.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.perfhint.rules.Rules;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The library's own client, with the server as a process: each tool on the worked example, and calls that are refused. */
class AgentServerTest {
    private static final Path EXAMPLE = Path.of("../fixtures/worked-example").toAbsolutePath().normalize();
    private static final List<String> CPU = List.of("recordings/cpu.jfr");
    private static final List<String> TOOLS = List.of("record", "analyze", "hotspots", "callers", "callees", "explain", "patch", "verify", "fix",
            "compare", "latency");

    @TempDir
    private static Path directory;

    private static Path root;
    private static McpSyncClient client;

    @BeforeAll
    static void open() throws IOException {
        root = Files.createDirectory(directory.resolve("root"));
        for (String part : List.of("recordings", "app")) {
            copy(EXAMPLE.resolve(part), root.resolve(part));
        }
        Files.createSymbolicLink(root.resolve("way-out"), Path.of("/etc"));
        Files.writeString(directory.resolve("beside.txt"), "not below the root");
        Files.createSymbolicLink(root.resolve("linked.patch"), directory.resolve("beside.txt"));
        client = client(root);
    }

    private static McpSyncClient client(Path root, String... options) {
        List<String> command = LineClient.command(root, options);
        McpSyncClient opened = McpClient.sync(new StdioClientTransport(ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size())).build(), McpJsonDefaults.getMapper()))
                .requestTimeout(Duration.ofMinutes(2)).initializationTimeout(Duration.ofMinutes(5))
                .jsonSchemaValidator((schema, content) -> JsonSchemaValidator.ValidationResponse.asValid("")).build();
        opened.initialize();
        return opened;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    @AfterAll
    static void close() {
        client.closeGracefully();
    }

    private static McpSchema.CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(new McpSchema.CallToolRequest(tool, arguments));
    }

    private static JsonObject answer(String tool, Map<String, Object> arguments) {
        McpSchema.CallToolResult result = call(tool, arguments);
        String text = ((McpSchema.TextContent) result.content().get(0)).text();
        assertThat(result.isError()).as(text).isNotEqualTo(true);
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(8_000);
        JsonObject answer = JsonParser.parseString(text).getAsJsonObject();
        assertThat(answer.get("next").getAsString()).isNotBlank();
        assertThat(result.structuredContent()).isInstanceOfSatisfying(Map.class,
                content -> assertThat(content.keySet()).isEqualTo(answer.keySet()));
        return answer;
    }

    @Test
    void listsToolsWithClosedSchemas() {
        List<McpSchema.Tool> tools = client.listTools().tools();
        assertThat(tools.stream().map(McpSchema.Tool::name)).containsAll(TOOLS);
        assertThat(tools).allSatisfy(tool -> {
            assertThat(tool.description()).isNotBlank();
            assertThat(tool.inputSchema()).containsEntry("additionalProperties", false).containsEntry("type", "object");
            assertThat((Map<?, ?>) tool.inputSchema().get("properties")).isNotEmpty();
        });
        assertThat(tools.stream().filter(tool -> tool.description().contains("--allow-run")).map(McpSchema.Tool::name))
                .contains("record", "verify").doesNotContain("analyze", "patch");
    }

    @Test
    void offersThePagesOfTheRulesAndTwoTasks() {
        List<McpSchema.Resource> pages = client.listResources().resources();
        assertThat(pages).hasSize(Rules.all().size() + 1);
        McpSchema.ReadResourceResult page = client.readResource(new McpSchema.ReadResourceRequest("perfhint://rules/unbuffered-file-write"));
        assertThat(((McpSchema.TextResourceContents) page.contents().get(0)).text()).contains("## Fix safety");
        assertThat(client.listPrompts().prompts().stream().map(McpSchema.Prompt::name)).containsExactlyInAnyOrder("prove-a-fix", "is-it-slower");
        McpSchema.GetPromptResult task = client.getPrompt(new McpSchema.GetPromptRequest("prove-a-fix", Map.of("command", "sh run.sh", "sources", "src")));
        assertThat(((McpSchema.TextContent) task.messages().get(0).content()).text()).contains("`sh run.sh`").contains("verify");
    }

    @Test
    void findsWhatTheWorkedExampleHas() {
        JsonObject report = answer("analyze", Map.of("recordings", CPU, "sources", List.of("app")));
        List<String> findings = report.getAsJsonArray("findings").asList().stream().map(JsonElement::getAsJsonObject)
                .map(finding -> finding.get("rule").getAsString() + " " + Path.of(finding.get("path").getAsString()).startsWith(root.toAbsolutePath()) + " "
                        + Path.of(finding.get("path").getAsString()).getFileName() + ":" + finding.get("line").getAsInt()).toList();
        assertThat(report.getAsJsonArray("findings")).allSatisfy(finding -> assertThat(finding.getAsJsonObject().get("fix").getAsString())
                .isIn("safe", "unsafe"));
        assertThat(findings).containsExactly("unbuffered-file-write true ExtOutputStream.java:19",
                "unbuffered-file-write true Export.java:48");
        assertThat(report.get("next").getAsString()).contains("call patch");
        assertThat(answer("analyze", Map.of("recordings", CPU)).get("next").getAsString()).contains("with sources");
    }

    @Test
    void ranksMethodsAndWalksTheTree() {
        JsonObject hotspots = answer("hotspots", Map.of("recordings", CPU));
        assertThat(hotspots.getAsJsonArray("methods").get(0).getAsJsonObject().get("method").getAsString())
                .isEqualTo("java.io.FileOutputStream.write");
        JsonObject callers = answer("callers", Map.of("recordings", CPU, "method", "FileOutputStream.write"));
        assertThat(callers.getAsJsonArray("callers").toString()).contains("ExtOutputStream.write").contains("0.837");
        JsonObject callees = answer("callees", Map.of("recordings", CPU, "method", "Export.export", "cpu", true));
        assertThat(callees.getAsJsonArray("callees").toString()).contains("ExtOutputStream.write");
    }

    @Test
    void explainsComparesAndTimes() {
        assertThat(answer("explain", Map.of("name", "unbuffered-file-write")).get("page").toString()).contains("FileOutputStream")
                .doesNotContain("../reference");
        assertThat(answer("explain", Map.of("name", "fix-safety")).get("page").toString()).contains("three sentences");
        JsonObject change = answer("compare", Map.of("before", "recordings/cpu.jfr", "after", "recordings/patched-cpu.jfr", "workBefore", 210_000,
                "workAfter", 8_400_000));
        assertThat(change.get("different").getAsBoolean()).isTrue();
        assertThat(change.getAsJsonArray("changes").toString()).contains("\"verdict\":\"gone\"").contains("\"chance\":");
        assertThat(change.get("next").getAsString()).startsWith("less CPU after it: done");
        assertThat(answer("compare", Map.of("before", "recordings/patched-cpu.jfr", "after", "recordings/cpu.jfr", "workBefore", 8_400_000,
                "workAfter", 210_000)).get("next").getAsString()).startsWith("call analyze on the recording after it");
        assertThat(answer("latency", Map.of("recordings", List.of("recordings/jfr-25.jfr"))).toString()).contains("jdk.FileWrite");
        assertThat(answer("latency", Map.of("recordings", List.of("recordings/jfr-25.jfr"), "operation", "jdk.FileWrite")).toString())
                .contains("\"slowest\"");
    }

    @Test
    void writesAPatchBelowTheRoot() throws IOException {
        JsonObject written = answer("patch", Map.of("recordings", CPU, "sources", List.of("app"), "output", "fix.patch"));
        assertThat(written.get("patch").getAsString()).endsWith("/root/fix.patch");
        String patch = Files.readString(root.resolve("fix.patch"));
        String shown = String.join("", written.getAsJsonArray("diff").asList().stream().map(JsonElement::getAsString).toList());
        assertThat(shown).isEqualTo(patch).contains("new BufferedOutputStream(");
        assertThat(written.getAsJsonArray("fixes")).isNotEmpty().allSatisfy(fix -> assertThat(fix.getAsJsonObject().keySet())
                .contains("fix", "title", "compiled"));
        assertThat(written.get("said").toString()).contains("apply with: git -C ");
        JsonObject safe = answer("patch", Map.of("recordings", CPU, "sources", List.of("app"), "safeOnly", true, "output", "safe.patch"));
        assertThat(safe.get("written").getAsBoolean()).isFalse();
        assertThat(safe.get("next").getAsString()).contains("without safeOnly");
        assertThat(root.resolve("safe.patch")).doesNotExist();
    }

    @Test
    void givesAllRowsPageByPage() {
        Map<String, Object> arguments = new java.util.HashMap<>(Map.of("recordings", CPU, "cpu", true));
        JsonArray all = new JsonArray();
        for (JsonObject page = answer("hotspots", arguments); ; page = answer("hotspots", arguments)) {
            all.addAll(page.getAsJsonArray("methods"));
            if (!page.has("cursor")) {
                break;
            }
            assertThat(page.getAsJsonArray("methods")).isNotEmpty();
            arguments.put("cursor", page.get("cursor").getAsString());
        }
        assertThat(all.asList().stream().map(row -> row.getAsJsonObject().get("method").getAsString())).doesNotHaveDuplicates()
                .hasSizeGreaterThan(100);
    }

    static Stream<Map<String, Object>> hostileCalls() {
        String longText = "x".repeat(10_000_000);
        return Stream.of(
                Map.of("tool", "analyze", "recordings", List.of("/etc/passwd"), "error", "outside of the roots"),
                Map.of("tool", "analyze", "recordings", List.of("../beside.txt"), "error", "outside of the roots"),
                Map.of("tool", "analyze", "recordings", List.of("../no-such-file"), "error", "outside of the roots"),
                Map.of("tool", "analyze", "recordings", List.of("way-out/passwd"), "error", "outside of the roots"),
                Map.of("tool", "analyze", "recordings", List.of("recordings/none.jfr"), "error", "no such file"),
                Map.of("tool", "analyze", "recordings", List.of("-"), "error", "begins with a dash"),
                Map.of("tool", "analyze", "recordings", List.of("--help"), "error", "begins with a dash"),
                Map.of("tool", "analyze", "recordings", CPU, "sources", List.of("/usr/share"), "error", "outside of the roots"),
                Map.of("tool", "analyze", "recordings", CPU, "classpath", List.of("/usr/lib"), "error", "outside of the roots"),
                Map.of("tool", "analyze", "recordings", CPU, "rules", List.of("--fix"), "error", "begins with a dash"),
                Map.of("tool", "analyze", "recordings", List.of(longText), "error", "10000000 characters"),
                Map.of("tool", "analyze", "recordings", "recordings/cpu.jfr", "error", "not a list"),
                Map.of("tool", "analyze", "recordings", List.of(1), "error", "not a text"),
                Map.of("tool", "analyze", "recordings", List.of("a\0b"), "error", "NUL"),
                Map.of("tool", "analyze", "error", "needs recordings"),
                Map.of("tool", "analyze", "recordings", CPU, longText.substring(0, 40_000), "x", "error", "has no argument"),
                Map.of("tool", "callers", "recordings", CPU, "method", "--cpu", "error", "begins with a dash"),
                Map.of("tool", "callers", "recordings", CPU, "method", longText, "error", "10000000 characters"),
                Map.of("tool", "hotspots", "recordings", CPU, "cursor", "7-abc", "error", "cursor"),
                Map.of("tool", "hotspots", "recordings", CPU, "cpu", "yes", "error", "not true or false"),
                Map.of("tool", "explain", "name", "../../etc/passwd", "error", "neither a rule nor a cause"),
                Map.of("tool", "compare", "before", "recordings/cpu.jfr", "after", "way-out/hostname", "error", "outside of the roots"),
                Map.of("tool", "compare", "before", "recordings/cpu.jfr", "after", "recordings/cpu.jfr", "workBefore", -1, "error", "whole number"),
                Map.of("tool", "latency", "recordings", CPU, "operation", "-o", "error", "begins with a dash"),
                Map.of("tool", "patch", "recordings", CPU, "sources", List.of("app"), "output", "../out.patch", "error", "outside of the roots"),
                Map.of("tool", "patch", "recordings", CPU, "sources", List.of("app"), "output", "way-out/out.patch", "error", "outside of the roots"),
                Map.of("tool", "patch", "recordings", CPU, "sources", List.of("app"), "output", "linked.patch", "error", "not a regular file"),
                Map.of("tool", "record", "command", List.of("true"), "error", "--allow-run"),
                Map.of("tool", "verify", "patch", "app", "run", "true", "error", "--allow-run"),
                Map.of("tool", "fix", "command", List.of("true"), "error", "--allow-run"));
    }

    @ParameterizedTest
    @MethodSource("hostileCalls")
    void refuses(Map<String, Object> given) throws IOException {
        Map<String, Object> arguments = new java.util.HashMap<>(given);
        String tool = (String) arguments.remove("tool");
        String error = (String) arguments.remove("error");
        McpSchema.CallToolResult result = call(tool, arguments);
        String text = ((McpSchema.TextContent) result.content().get(0)).text();
        assertThat(result.isError()).as(text).isTrue();
        assertThat(text).contains(error).hasSizeLessThan(2_000).doesNotContain("root:");
        assertThat(Files.readString(directory.resolve("beside.txt"))).isEqualTo("not below the root");
    }

    @Test
    void worksBelowTheRootsThatTheClientNames() throws IOException {
        List<String> command = new java.util.ArrayList<>(LineClient.command(root));
        command.subList(command.size() - 2, command.size()).clear();
        McpSyncClient other = McpClient.sync(new StdioClientTransport(ServerParameters.builder(command.get(0))
                .args(command.subList(1, command.size())).build(), McpJsonDefaults.getMapper()))
                .requestTimeout(Duration.ofMinutes(2)).initializationTimeout(Duration.ofMinutes(5))
                .jsonSchemaValidator((schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(""))
                .capabilities(McpSchema.ClientCapabilities.builder().roots(true).build())
                .roots(new McpSchema.Root(root.toUri().toString(), "root")).build();
        try {
            other.initialize();
            assertThat(other.callTool(new McpSchema.CallToolRequest("hotspots", Map.of("recordings", CPU))).isError()).isNotEqualTo(true);
            assertThat(other.callTool(new McpSchema.CallToolRequest("hotspots", Map.of("recordings", List.of("/etc/passwd")))).isError()).isTrue();
        } finally {
            other.closeGracefully();
        }
    }
}
