package dev.perfhint.cli.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Serves one client: checks each call, runs it, and answers with a page. */
public final class AgentServer {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    private final Setup setup;
    private final McpJsonMapper mapper = McpJsonDefaults.getMapper();
    private final AnswerPages pages = new AnswerPages(mapper);
    private volatile Roots roots;

    /**
     * What the server may do.
     *
     * @param perfhint words that start perfhint
     * @param allowRun whether tools may start commands and attach to JVMs
     * @param roots directories below which files are read and written; empty for those that the client names
     */
    public record Setup(List<String> perfhint, boolean allowRun, List<Path> roots, String version) {
        public Setup {
            perfhint = List.copyOf(perfhint);
            roots = List.copyOf(roots);
        }
    }

    private AgentServer(Setup setup) {
        this.setup = setup;
        this.roots = new Roots(setup.roots());
    }

    /** Serves until the input ends. */
    public static void serve(InputStream in, OutputStream out, Setup setup) throws IOException {
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // no logger is there, and need not be
        AgentServer server = new AgentServer(setup);
        StdioTransport transport = new StdioTransport(server.mapper, in, out);
        Runtime.getRuntime().addShutdownHook(new Thread(PerfhintRun::endAll, "perfhint-end"));
        McpServer.sync(transport)
                .serverInfo("perfhint", setup.version())
                .instructions(Guidance.INSTRUCTIONS)
                .requestTimeout(REQUEST_TIMEOUT)
                .validateToolInputs(false) // Arguments checks them, with shorter answers
                .jsonSchemaValidator((schema, content) -> JsonSchemaValidator.ValidationResponse.asValid(""))
                .capabilities(McpSchema.ServerCapabilities.builder().tools(false).resources(false, false).prompts(false)
                        .build())
                .tools(tools(setup).map(server::specification).toList())
                .resources(Guidance.pages())
                .prompts(Guidance.tasks())
                .rootsChangeHandler((exchange, changed) -> server.takeRoots(changed))
                .build();
        transport.serve();
        PerfhintRun.endAll();
    }

    /** Returns the tools that may be called: without permission those that run commands are not even offered. */
    private static Stream<AgentTool> tools(Setup setup) {
        return Stream.of(ReportTools.all(), TableTools.all(), RunTools.all()).flatMap(List::stream);
    }

    private SyncToolSpecification specification(AgentTool tool) {
        McpSchema.Tool described = McpSchema.Tool.builder(tool.name(), tool.schema())
                .title(tool.title())
                .description(tool.description() + (tool.runsCommands() && !setup.allowRun()
                        ? " Refused here: the server was started without --allow-run." : ""))
                .annotations(new McpSchema.ToolAnnotations(tool.title(), !tool.writes(), false, !tool.writes(), false,
                        null))
                .build();
        return new SyncToolSpecification(described, (exchange, request) -> call(tool, exchange, request));
    }

    private McpSchema.CallToolResult call(AgentTool tool, McpSyncServerExchange exchange,
            McpSchema.CallToolRequest request) {
        try {
            if (tool.runsCommands() && !setup.allowRun()) {
                throw new RefusedCallException(tool.name() + " starts commands: restart the server with --allow-run");
            }
            Map<String, Object> given = request.arguments() == null ? Map.of() : request.arguments();
            Arguments arguments = Arguments.of(tool, given, roots(exchange));
            return answered(pages.page(answer(tool, arguments, given, progress(exchange, request)),
                    arguments.text(AnswerPages.CURSOR).orElse("")), false);
        } catch (RefusedCallException e) {
            return answered(Map.of("error", Wording.of(Texts.shortened(e.getMessage(), 1_000))), true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return answered(Map.of("error", "cancelled"), true);
        }
    }

    /** A cursor goes on in the answer that was given to the same arguments; that is made anew where it is gone. */
    private ToolAnswer answer(AgentTool tool, Arguments arguments, Map<String, Object> given,
            BiConsumer<Long, String> progress) throws InterruptedException {
        Map<String, Object> same = new LinkedHashMap<>(new java.util.TreeMap<>(given));
        same.remove(AnswerPages.CURSOR);
        String key = tool.name() + pages.json(same);
        ToolAnswer known = arguments.has(AnswerPages.CURSOR) ? pages.known(key) : null;
        if (known == null) {
            if (arguments.has(AnswerPages.CURSOR) && tool.writes()) {
                throw new RefusedCallException("cursor: its answer is gone: leave it out to call " + tool.name()
                        + " again");
            }
            known = tool.work().answer(arguments, new ToolCall(setup.perfhint(), mapper, progress));
            pages.keep(key, known);
        }
        return known;
    }

    private McpSchema.CallToolResult answered(Map<String, Object> content, boolean error) {
        return McpSchema.CallToolResult.builder().structuredContent(content).addTextContent(pages.json(content))
                .isError(error).build();
    }

    private BiConsumer<Long, String> progress(McpSyncServerExchange exchange, McpSchema.CallToolRequest request) {
        Object token = request.meta() == null ? null : request.meta().get("progressToken");
        if (token == null) {
            return (seconds, message) -> { };
        }
        return (seconds, message) -> exchange.progressNotification(new McpSchema.ProgressNotification(token,
                (double) seconds, null, Texts.shortened(seconds + " s" + (message.isEmpty() ? "" : ": " + message),
                        200)));
    }

    /** Asks the client for its roots where the command line names none. */
    private Roots roots(McpSyncServerExchange exchange) {
        if (setup.roots().isEmpty() && roots.isEmpty() && exchange.getClientCapabilities() != null
                && exchange.getClientCapabilities().roots() != null) {
            takeRoots(exchange.listRoots().roots());
        }
        return roots;
    }

    private void takeRoots(List<McpSchema.Root> named) {
        if (setup.roots().isEmpty()) {
            roots = new Roots(named.stream().map(McpSchema.Root::uri).flatMap(AgentServer::directory).toList());
        }
    }

    private static Stream<Path> directory(String uri) {
        try {
            return uri.startsWith("file:") ? Stream.of(Path.of(URI.create(uri))) : Stream.empty();
        } catch (IllegalArgumentException e) {
            return Stream.empty();
        }
    }
}
