package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream that one thread opens and another one's object or lambda writes; each recorded stack is the real one. */
@EnabledOnOs(OS.LINUX)
class ThreadHandOverTest {
    private static final String MAIN = """
            package a;
            import java.io.*;
            import java.util.concurrent.*;
            public class Main {
                public static void main(String[] args) throws Exception {
                    ExecutorService pool = Executors.newSingleThreadExecutor();
                    OutputStream out = new FileOutputStream(args[0]);
                    try {
                        %s;
                    } finally {
                        pool.shutdown();
                    }
                }
            }
            """;
    private static final String OPENED = "OutputStream out = new FileOutputStream(args[0]);";

    @TempDir
    java.nio.file.Path directory;

    private String created(String handOver, String job) throws Exception {
        Trace trace = Program.of(directory, MAIN.formatted(handOver), job).compiled().trace(Program.FULL);
        assertThat(trace.creation()).as(trace.note()).isPresent();
        return Program.lineOf(MAIN.formatted(handOver), trace.creation().get().line());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool.submit(new Job(out)).get()",
            "FutureTask<Object> task = new FutureTask<>(new Job(out)); new Thread(task).start(); task.get()",
            "Job job = new Job(out); pool.submit(() -> job.call()).get()", "pool.submit(new Job(out)::call).get()"})
    void followsTheObjectThatAThreadRuns(String handOver) throws Exception {
        assertThat(created(handOver, """
                package a;
                import java.io.*;
                class Job implements java.util.concurrent.Callable<Object> {
                    private final OutputStream out;
                    Job(OutputStream out) { this.out = out; }
                    public Object call() throws IOException { return answer(); }
                    private Object answer() throws IOException { out.write(1); return null; }
                }
                """)).isEqualTo(OPENED);
    }

    /** The thread's object is made by a superclass of what a builder makes. */
    private static final String BUILT = """
            package a;
            import java.io.*;
            class Job extends Head {
                private Job(OutputStream out) { super(out); }
                static class Builder {
                    private final OutputStream to;
                    Builder(OutputStream out) { to = out; }
                    Job build() { return new Job(to); }
                }
            }
            class Head {
                final Worker worker;
                Head(OutputStream out) { worker = new Worker(out); }
            }
            class Worker implements java.util.concurrent.Callable<Object> {
                private final OutputStream out;
                Worker(OutputStream out) { this.out = out; }
                public Object call() throws IOException { out.write(1); return null; }
            }
            """;

    @Test
    void followsTheMakersOfTheObjectThatAThreadRuns() throws Exception {
        assertThat(created("pool.submit(new Job.Builder(out).build().worker).get()", BUILT)).isEqualTo(OPENED);
    }

    @Test
    void saysThatTheMakersWereGivenTwoStreams() throws Exception {
        Trace trace = Program.of(directory, MAIN.formatted("new Job.Builder(new FileOutputStream(\"/dev/null\"));"
                + " pool.submit(new Job.Builder(out).build().worker).get()"), BUILT).compiled().trace(Program.FULL);
        assertThat(trace.note()).startsWith("ambiguous: 2 streams reach a.Worker.call");
    }

    @Test
    void followsTheComponentOfARecord() throws Exception {
        assertThat(created("pool.submit(new Job(1, out)).get()", """
                package a;
                import java.io.*;
                record Job(int number, OutputStream out) implements java.util.concurrent.Callable<Object> {
                    public Object call() throws IOException { out.write(number); return null; }
                }
                """)).isEqualTo(OPENED);
    }

    @Test
    void followsTheParameterThatALambdaCaptures() throws Exception {
        assertThat(created("Job.start(pool, out).get()", """
                package a;
                import java.io.*;
                import java.util.concurrent.*;
                class Job {
                    static Future<Object> start(ExecutorService pool, OutputStream out) {
                        return pool.submit(() -> {
                            out.write(1);
                            return null;
                        });
                    }
                }
                """)).isEqualTo(OPENED);
    }
}
