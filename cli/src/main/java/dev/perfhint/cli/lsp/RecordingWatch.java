package dev.perfhint.cli.lsp;

import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.source.file.SourceException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks for the recording to show, at intervals and when asked to, and analyses it when it has changed; in one thread.
 */
final class RecordingWatch {
    private final Path directory;
    private final LspSetup setup;
    private final Consumer<Optional<Analysed>> show;
    private final Consumer<String> tell;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> LspServer.daemon(task, "perfhint-analysis"));
    private Optional<NewestRecording> shown = Optional.empty();
    private Optional<NewestRecording> seen = Optional.empty();
    private boolean first = true;

    RecordingWatch(Path directory, LspSetup setup, Consumer<Optional<Analysed>> show, Consumer<String> tell,
            long pollMillis) {
        this.directory = directory;
        this.setup = setup;
        this.show = show;
        this.tell = tell;
        thread.scheduleWithFixedDelay(this::look, 0, pollMillis, TimeUnit.MILLISECONDS);
    }

    void lookAgain() {
        try {
            thread.execute(this::look);
        } catch (RejectedExecutionException closed) {
            // nobody is shown anything any more
        }
    }

    void close() {
        thread.shutdownNow();
    }

    private void look() {
        Optional<NewestRecording> found = setup.recording().isPresent()
                ? NewestRecording.named(setup.recording().get()) : NewestRecording.below(directory);
        // one that still grows is left alone until two looks find it the same
        boolean settled = first || found.equals(seen);
        seen = found;
        if (!settled || found.equals(shown)) {
            return;
        }
        first = false;
        shown = found;
        show.accept(found.flatMap(this::analysed));
    }

    private Optional<Analysed> analysed(NewestRecording recording) {
        try {
            return Optional.of(Analysed.of(recording, setup, tell));
        } catch (UnreadableRecordingException | SourceException wrong) {
            tell.accept(wrong.getMessage());
        } catch (OutOfMemoryError tooLarge) {
            tell.accept(recording.file()
                    + ": not enough memory to show it; PERFHINT_JAVA_OPTS=-Xmx with a size gives more");
        } catch (RuntimeException | StackOverflowError bug) {
            tell.accept(recording.file() + ": cannot be shown: " + bug + ": a bug in perfhint");
        }
        return Optional.empty();
    }
}
