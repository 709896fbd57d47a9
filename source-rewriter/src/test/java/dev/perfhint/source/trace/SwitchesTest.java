package dev.perfhint.source.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The line that sets what leads to a call; lines of the recorded stack bear {@code //0}, {@code //1} ... outwards. */
class SwitchesTest {
    @TempDir
    Path root;

    private List<String> switches(String text, String... methods) throws Exception {
        Files.writeString(root.resolve("App.java"), text);
        List<String> lines = text.lines().toList();
        List<CallSite> frames = new ArrayList<>();
        for (int i = 0; i < methods.length; i++) {
            String mark = "//" + i;
            int line = lines.indexOf(lines.stream().filter(each -> each.endsWith(mark)).findFirst().orElseThrow()) + 1;
            int dot = methods[i].lastIndexOf('.');
            frames.add(new CallSite(methods[i].substring(0, dot), methods[i].substring(dot + 1), line));
        }
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        return Switches.of(sources, frames);
    }

    @Test
    void namesTheArgumentOfAConstructor() throws Exception {
        assertThat(switches("""
                import java.nio.channels.FileChannel;
                class Store {
                    private final boolean syncEach;
                    private final FileChannel file;
                    Store(FileChannel file, boolean syncEach) { this.file = file; this.syncEach = syncEach; }
                    void put() throws Exception {
                        if (syncEach) {
                            file.force(false); //0
                        }
                    }
                }
                class App {
                    static void main(FileChannel file) throws Exception {
                        Store store = new Store(file, true);
                        store.put(); //1
                    }
                }
                """, "Store.put", "App.main")).containsExactly(
                "App.java:14: syncEach = true in new Store(file, true): the calls are made below if (syncEach), App.java:7");
    }

    @Test
    void repeatsNoLengthThatTheRecordedWaitItselfNames() throws Exception {
        assertThat(switches("""
                import java.util.concurrent.locks.LockSupport;
                class App {
                    void take() {
                        while (isEmpty()) {
                            LockSupport.parkNanos(10_000); //0
                        }
                    }
                    boolean isEmpty() { return true; }
                }
                """, "App.take")).isEmpty();
    }

    @Test
    void namesTheObjectGivenToAConstructor() throws Exception {
        assertThat(switches("""
                interface Flusher { void flush(java.io.OutputStream out) throws Exception; }
                class Each implements Flusher {
                    public void flush(java.io.OutputStream out) throws Exception {
                        out.flush(); //0
                    }
                }
                class Log {
                    private final Flusher flusher;
                    Log(Flusher flusher) { this.flusher = flusher; }
                    void line(java.io.OutputStream out) throws Exception { flusher.flush(out); //1
                    }
                }
                class App {
                    static void main(java.io.OutputStream out) throws Exception {
                        new Log(new Each()).line(out); //2
                    }
                }
                """, "Each.flush", "Log.line", "App.main")).containsExactly(
                "App.java:15: flusher = new Each() in new Log(new Each()): the calls are made by flusher, App.java:10");
    }

    @Test
    void namesTheConstantOfAnInterval() throws Exception {
        assertThat(switches("""
                class App {
                    private static final long INTERVAL = 1;
                    static void main(java.io.File file) throws Exception {
                        while (true) {
                            file.lastModified(); //0
                            Thread.sleep(INTERVAL);
                        }
                    }
                }
                """, "App.main")).containsExactly(
                "App.java:2: INTERVAL = 1: the calls are made after Thread.sleep(INTERVAL), App.java:6");
    }

    @Test
    void namesTheBranchForWhatIsNotMapped() throws Exception {
        assertThat(switches("""
                import java.nio.*; import java.nio.channels.FileChannel;
                class Pages {
                    private final MappedByteBuffer mapped;
                    private final FileChannel file;
                    Pages(FileChannel file, boolean map) throws Exception {
                        this.file = file;
                        this.mapped = map ? file.map(FileChannel.MapMode.READ_ONLY, 0, 9) : null;
                    }
                    int page(ByteBuffer to) throws Exception {
                        if (mapped != null) {
                            return mapped.getInt();
                        }
                        return file.read(to); //0
                    }
                }
                class App {
                    static void main(FileChannel file, ByteBuffer to) throws Exception {
                        new Pages(file, false).page(to); //1
                    }
                }
                """, "Pages.page", "App.main")).containsExactly("App.java:18: map = false in new Pages(file, false): "
                + "the calls are made after if (mapped != null) return mapped.getInt(), App.java:10");
    }

    @Test
    void namesTheEnumConstantOfASetter() throws Exception {
        assertThat(switches("""
                enum Mode { EACH, BATCH }
                class Journal {
                    private Mode mode = Mode.BATCH;
                    void setMode(Mode mode) { this.mode = mode; }
                    void add(java.io.FileDescriptor file) throws Exception {
                        switch (mode) {
                            case EACH:
                                file.sync(); //0
                                break;
                            default:
                        }
                    }
                }
                class App {
                    static void main(java.io.FileDescriptor file) throws Exception {
                        Journal journal = new Journal();
                        journal.setMode(Mode.EACH);
                        journal.add(file); //1
                    }
                }
                """, "Journal.add", "App.main")).containsExactly("App.java:17: mode = Mode.EACH in journal.setMode(Mode.EACH): "
                + "the calls are made in a case of switch (mode), App.java:6");
    }

    @Test
    void namesTheMethodOfABuilder() throws Exception {
        assertThat(switches("""
                class Config {
                    final boolean append;
                    Config(Builder builder) { append = builder.append; }
                    boolean isAppend() { return append; }
                    static class Builder {
                        private boolean append;
                        Builder append(boolean append) { this.append = append; return this; }
                        Config build() { return new Config(this); }
                    }
                }
                class App {
                    static void main(java.io.OutputStream out) throws Exception {
                        Config config = new Config.Builder().append(true).build();
                        line(config, out);
                    }
                    static void line(Config config, java.io.OutputStream out) throws Exception {
                        if (config.isAppend()) {
                            out.flush(); //0
                        }
                    }
                }
                """, "App.line")).containsExactly("App.java:13: append = true in new Config.Builder().append(true): "
                + "the calls are made below if (config.isAppend()), App.java:17");
    }

    @Test
    void namesTheProperty() throws Exception {
        assertThat(switches("""
                class App {
                    private static final boolean CHECK = Boolean.getBoolean("app.check");
                    static boolean main(java.io.File file) {
                        return CHECK && file.exists(); //0
                    }
                }
                """, "App.main")).containsExactly(
                "App.java:2: property app.check sets CHECK: the calls are made where CHECK, App.java:4");
    }

    @Test
    void namesTheNumberThatTheCallWaitsFor() throws Exception {
        assertThat(switches("""
                class Batch {
                    private final int size;
                    private int waiting;
                    Batch(int size) { this.size = size; }
                    void add(java.io.FileDescriptor file) throws Exception {
                        if (++waiting >= size) {
                            file.sync(); //0
                        }
                    }
                }
                class App {
                    static void main(java.io.FileDescriptor file) throws Exception {
                        new Batch(1).add(file); //1
                    }
                }
                """, "Batch.add", "App.main")).containsExactly("App.java:13: size = 1 in new Batch(1): "
                + "the calls are made below if (++waiting >= size), App.java:6");
    }

    @Test
    void namesThePeriodOfATimer() throws Exception {
        assertThat(switches("""
                import java.util.concurrent.*;
                class App {
                    static void main(ScheduledExecutorService timer) {
                        timer.scheduleAtFixedRate(App::poll, 0, 5, TimeUnit.MILLISECONDS);
                    }
                    static void poll() {
                        new java.io.File("x").exists(); //0
                    }
                }
                """, "App.poll")).containsExactly("App.java:4: timer.scheduleAtFixedRate(App::poll, 0, 5, TimeUnit.MILLISEC... sets how often the calls are made");
    }

    @Test
    void namesTheComponentOfARecordAndTheSetterThatNobodyCalls() throws Exception {
        assertThat(switches("""
                record Options(boolean durable) {}
                class App {
                    static void main(java.io.FileDescriptor file) throws Exception {
                        put(new Options(true), file); //1
                    }
                    static void put(Options options, java.io.FileDescriptor file) throws Exception {
                        if (!options.durable()) {
                            return;
                        }
                        file.sync(); //0
                    }
                }
                """, "App.put", "App.main")).containsExactly("App.java:4: durable = true in new Options(true): "
                + "the calls are made after if (!options.durable()) return, App.java:7");
        assertThat(switches("""
                public class App {
                    private boolean asking = true;
                    public void setAsking(boolean asking) { this.asking = asking; }
                    void look(java.io.File file) {
                        if (asking) {
                            file.exists(); //0
                        }
                    }
                }
                """, "App.look")).singleElement().asString().contains("parameter asking of setAsking()");
    }

    /** What the program counts, reads, remembers or closes is no switch. */
    @Test
    void namesNoState() throws Exception {
        assertThat(switches("""
                class App {
                    private boolean closed;
                    private int count;
                    private String last;
                    boolean found = false;
                    void close() { closed = true; }
                    boolean isBoth(Object in) { return in == Thread.State.NEW; }
                    static void main(java.io.InputStream in) throws Exception {
                        new App().named("x", in);
                    }
                    void named(String name, java.io.InputStream in) throws Exception {
                        if (name != null) {
                            put(in, System.out); //1
                        }
                    }
                    void put(java.io.InputStream in, java.io.OutputStream out) throws Exception {
                        int next = in.read();
                        if (closed || next < 0) {
                            return;
                        }
                        for (int i = 0; i < next; i++) {
                            if (i % 2 == 0 && count++ > 10 && last == null && !found && isBoth(in)) {
                                last = "x";
                                out.write(next); //0
                            }
                        }
                    }
                }
                """, "App.put", "App.named")).isEmpty();
    }

    /** What a value is compared to, and an object that the code chooses by what it finds. */
    @Test
    void namesNoMarkAndNoChoice() throws Exception {
        assertThat(switches("""
                class App {
                    static final long NONE = -1;
                    interface Printer { void print(java.io.OutputStream out) throws Exception; }
                    static class Long implements Printer {
                        public void print(java.io.OutputStream out) throws Exception {
                            out.write(1); //0
                        }
                    }
                    static class Short extends Long { }
                    private final Printer printer;
                    private long at = NONE;
                    App(String text) {
                        if (text.isEmpty()) {
                            printer = new Short();
                        } else {
                            printer = new Long();
                        }
                    }
                    boolean isStarted() { return at != NONE; }
                    void start() { at = System.nanoTime(); }
                    void end(java.io.OutputStream out) throws Exception {
                        if (isStarted()) {
                            printer.print(out); //1
                        }
                    }
                }
                """, "App$Long.print", "App.end")).isEmpty();
    }

    @Test
    void namesTheCallOfAnotherPackageFirst() throws Exception {
        Files.createDirectory(root.resolve("lib"));
        Files.writeString(root.resolve("lib/Settings.java"), """
                package lib;
                public class Settings {
                    private boolean saving;
                    public void setSaving(boolean saving) { this.saving = saving; }
                    public void refresh() {
                        setSaving(false);
                    }
                    public void put(java.io.FileDescriptor file) throws Exception {
                        if (saving) {
                            file.sync();
                        }
                    }
                }
                """);
        String text = """
                class App {
                    static void main(lib.Settings settings, java.io.FileDescriptor file) throws Exception {
                        settings.setSaving(true);
                        settings.put(file);
                    }
                }
                """;
        Files.writeString(root.resolve("App.java"), text);
        Sources sources = Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
        assertThat(Switches.of(sources, List.of(new CallSite("lib.Settings", "put", 10), new CallSite("App", "main", 4))))
                .singleElement().asString().startsWith("App.java:3: saving = true in settings.setSaving(true): ");
    }
}
