package dev.perfhint.cli.lsp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.services.LanguageClient;

/** Speaks the Language Server Protocol over two streams until the client says exit or closes its end. */
public final class LspServer {
    private static final Logger LIBRARY_LOG = Logger.getLogger("org.eclipse.lsp4j");

    private LspServer() {}

    /**
     * Serves one client; nothing else may write to {@code out}.
     *
     * @param setups says what holds for a directory
     * @param pollMillis how often the recording is looked at
     * @return 0 if the client had asked for the shutdown before, else 1, as the protocol wants it
     */
    public static int serve(
            InputStream in, OutputStream out, PrintStream messages, LspSetups setups, String version, long pollMillis) {
        PrintStream standardOutput = System.out;
        System.setOut(messages); // a library that prints must not break the protocol
        LIBRARY_LOG.setLevel(Level.OFF); // it reports the stream's end, which is how a client may leave
        CountDownLatch exited = new CountDownLatch(1);
        EditorSession session = new EditorSession(setups, version, pollMillis, exited::countDown);
        ExecutorService threads = Executors.newCachedThreadPool(task -> daemon(task, "perfhint-lsp"));
        try {
            Launcher<LanguageClient> launcher = new Launcher.Builder<LanguageClient>()
                    .setLocalService(session)
                    .setRemoteInterface(LanguageClient.class)
                    .setInput(in)
                    .setOutput(out)
                    .setExecutorService(threads)
                    .create();
            session.connect(launcher.getRemoteProxy());
            Future<Void> listening = launcher.startListening();
            threads.execute(() -> {
                awaitQuietly(listening);
                exited.countDown();
            });
            exited.await();
            return session.isShutDown() ? 0 : 1;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            session.close();
            threads.shutdownNow();
            System.setOut(standardOutput);
            closeQuietly(in);
        }
    }

    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private static void awaitQuietly(Future<Void> listening) {
        try {
            listening.get();
        } catch (InterruptedException | ExecutionException | CancellationException ended) {
            // the client went away; there is nobody to tell
        }
    }

    private static void closeQuietly(InputStream in) {
        try {
            in.close();
        } catch (IOException gone) {
            // it is the client's
        }
    }
}
