package dev.perfhint.cli.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * One client on standard input and output, a message a line. The library's own ignores cancelling, and ends at the
 * first line that is no message.
 */
final class StdioTransport implements McpServerTransportProvider, McpServerTransport {
    private static final int MAX_LINE_CHARS = 32 << 20;
    private static final String CANCELLED = "notifications/cancelled";
    private static final int HEAD_CHARS = 300;
    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*(?:(\\d{1,18})|\"([\\w-]{1,100})\")");
    private static final int PARSE_ERROR = -32_700;

    private final McpJsonMapper mapper;
    private final InputStream in;
    private final OutputStream out;
    private final Map<Object, Disposable> running = new ConcurrentHashMap<>();
    private McpServerSession session;

    StdioTransport(McpJsonMapper mapper, InputStream in, OutputStream out) {
        this.mapper = mapper;
        this.in = in;
        this.out = out;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        session = factory.create(this);
    }

    /** Serves until the input ends; what runs then is cancelled. */
    void serve() throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        StringBuilder line = new StringBuilder();
        for (int c; (c = reader.read()) >= 0; ) {
            if (c != '\n') {
                if (line.length() <= MAX_LINE_CHARS) {
                    line.append((char) c);
                }
            } else {
                take(line.toString());
                line = new StringBuilder();
            }
        }
        running.values().forEach(Disposable::dispose);
    }

    private void take(String line) {
        if (line.isBlank()) {
            return;
        }
        McpSchema.JSONRPCMessage message;
        try {
            if (line.length() > MAX_LINE_CHARS) {
                throw new IOException("longer than " + MAX_LINE_CHARS + " characters");
            }
            message = McpSchema.deserializeJsonRpcMessage(mapper, line);
        } catch (IOException | RuntimeException e) {
            refuse(line, String.valueOf(e.getMessage()));
            return;
        }
        if (message instanceof McpSchema.JSONRPCNotification note && note.method().equals(CANCELLED)) {
            cancel(note.params());
            return;
        }
        Disposable.Swap call = Disposables.swap();
        Object id = message instanceof McpSchema.JSONRPCRequest request ? request.id() : null;
        if (id != null) {
            running.put(key(id), call);
        }
        call.update(session.handle(message)
                .doFinally(end -> {
                    if (id != null) {
                        running.remove(key(id), call);
                    }
                })
                .subscribe(done -> { }, failed -> { }));
    }

    /** Answers a line that is no message, to the request that it seems to be, so that its sender does not wait. */
    private void refuse(String line, String why) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        Matcher id = ID.matcher(line.substring(0, Math.min(line.length(), HEAD_CHARS)));
        answer.put("id", !id.find() ? null : id.group(1) != null ? Long.valueOf(id.group(1)) : id.group(2));
        answer.put("error", Map.of("code", PARSE_ERROR, "message", "not a message: " + Texts.shortened(why, 200)));
        write(answer);
    }

    /** Interrupts the call: it ends what it started, and is not answered. */
    private void cancel(Object parameters) {
        Object id = Picked.at(parameters, "requestId");
        Disposable call = id == null ? null : running.remove(key(id));
        if (call != null) {
            call.dispose();
        }
    }

    /** A number is a number, however it was read. */
    private static String key(Object id) {
        return id instanceof Number number ? "#" + number.longValue() : String.valueOf(id);
    }

    private void write(Object message) {
        try {
            byte[] line = (mapper.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
            synchronized (out) {
                out.write(line);
                out.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.fromRunnable(() -> write(message));
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return mapper.convertValue(data, type);
    }

    @Override
    public Mono<Void> notifyClients(String method, Object parameters) {
        return session.sendNotification(method, parameters);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    @Override
    public void close() {
        running.values().forEach(Disposable::dispose);
    }

    @Override
    public List<String> protocolVersions() {
        return McpServerTransport.super.protocolVersions();
    }
}
