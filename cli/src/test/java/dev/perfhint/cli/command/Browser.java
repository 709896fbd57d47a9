package dev.perfhint.cli.command;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium with one page, driven through the DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final Gson GSON = new Gson();
    private static final int TIMEOUT_SECONDS = 120;

    private final Path profile;
    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<JsonObject> answers = new LinkedBlockingQueue<>();
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private String session = "";
    private int lastId;

    private Browser(Path profile, Process process, String address) {
        this.profile = profile;
        this.process = process;
        this.socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(address), new Listener()).join();
    }

    /** Returns the browser of this machine. */
    static Optional<Path> find() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(directory -> Stream.of("chromium", "chromium-browser", "google-chrome").map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable).findFirst();
    }

    static Browser start(Path executable) throws IOException {
        Path profile = Files.createTempDirectory("perfhint-browser-");
        Process process = new ProcessBuilder(executable.toString(), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--remote-debugging-port=0", "--user-data-dir=" + profile, "--window-size=1400,900", "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        BufferedReader errors = process.errorReader(StandardCharsets.UTF_8);
        for (String line = errors.readLine(); line != null; line = errors.readLine()) {
            if (line.startsWith("DevTools listening on ")) {
                Thread drain = new Thread(() -> errors.lines().forEach(rest -> { }));
                drain.setDaemon(true);
                drain.start();
                Browser browser = new Browser(profile, process, line.substring("DevTools listening on ".length()));
                browser.attach();
                return browser;
            }
        }
        throw new IOException("the browser ended: " + executable);
    }

    private void attach() {
        String target = call("Target.createTarget", Map.of("url", "about:blank")).get("targetId").getAsString();
        session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true)).get("sessionId").getAsString();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
        call("Emulation.setDeviceMetricsOverride", Map.of("width", 1400, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Opens a file, and waits until its program has run. */
    void open(Path file) {
        open(file.toUri().toString());
    }

    void open(String url) {
        messages.clear();
        requests.clear();
        call("Page.navigate", Map.of("url", "about:blank"));
        call("Page.navigate", Map.of("url", url));
        evaluate("new Promise((done) => document.readyState === 'complete' ? done(1) : addEventListener('load', () => done(1)))");
        settle();
    }

    /** Waits for two frames: what a click changes is drawn in the next. */
    void settle() {
        evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
    }

    /** Returns the value of an expression, waiting for a promise. */
    JsonElement evaluate(String expression) {
        JsonObject answer = call("Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true, "userGesture", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.getAsJsonObject("result").get("value");
    }

    String text(String expression) {
        return evaluate(expression).getAsString();
    }

    double number(String expression) {
        return evaluate(expression).getAsDouble();
    }

    /** Presses, moves and releases the mouse: a click where both places are one. */
    void drag(double fromX, double fromY, double toX, double toY) {
        mouse("mouseMoved", fromX, fromY, 0);
        mouse("mousePressed", fromX, fromY, 1);
        if (fromX != toX || fromY != toY) {
            mouse("mouseMoved", (fromX + toX) / 2, (fromY + toY) / 2, 1);
            mouse("mouseMoved", toX, toY, 1);
        }
        mouse("mouseReleased", toX, toY, 1);
        settle();
    }

    private void mouse(String type, double x, double y, int buttons) {
        call("Input.dispatchMouseEvent", Map.of("type", type, "x", x, "y", y, "button", buttons == 0 ? "none" : "left",
                "buttons", buttons, "clickCount", buttons));
    }

    /** Returns what the page wrote to the console, and what the browser complained about. */
    List<String> messages() {
        return List.copyOf(messages);
    }

    /** Returns the addresses that were asked for. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    JsonObject call(String method, Map<String, ?> parameters) {
        int id = ++lastId;
        JsonObject call = new JsonObject();
        call.addProperty("id", id);
        call.addProperty("method", method);
        call.add("params", GSON.toJsonTree(parameters));
        if (!session.isEmpty()) {
            call.addProperty("sessionId", session);
        }
        socket.sendText(GSON.toJson(call), true).join();
        try {
            while (true) {
                JsonObject answer = answers.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                if (answer == null) {
                    throw new AssertionError("no answer to " + method);
                }
                if (answer.get("id").getAsInt() == id) {
                    if (answer.has("error")) {
                        throw new AssertionError(method + ": " + answer.get("error"));
                    }
                    return answer.getAsJsonObject("result");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.abort();
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(one -> one.onExit().orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join());
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                receive(JsonParser.parseString(text.toString()).getAsJsonObject());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void receive(JsonObject message) {
            if (message.has("id")) {
                answers.add(message);
                return;
            }
            String method = message.get("method").getAsString();
            if (method.equals("Runtime.consoleAPICalled") || method.equals("Runtime.exceptionThrown") || method.equals("Log.entryAdded")) {
                messages.add(message.get("params").toString());
            } else if (method.equals("Network.requestWillBeSent")) {
                requests.add(message.getAsJsonObject("params").getAsJsonObject("request").get("url").getAsString());
            }
        }
    }
}
