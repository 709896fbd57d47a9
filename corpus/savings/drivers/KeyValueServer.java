import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** A key-value store with one selector, two workers and a log of changes; and the clients that use it. */
final class KeyValueServer {
    private static final int CLIENTS = 4;
    private final Map<Integer, byte[]> values = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Runnable> replies = new ConcurrentLinkedQueue<>();
    private final LinkedBlockingQueue<byte[]> changes = new LinkedBlockingQueue<>();
    private final ExecutorService workers = Executors.newFixedThreadPool(2);
    private final Selector selector;
    private final ServerSocketChannel listening;
    private final FileChannel log;

    private KeyValueServer(Path dir) throws IOException {
        selector = Selector.open();
        listening = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listening.configureBlocking(false);
        listening.register(selector, SelectionKey.OP_ACCEPT);
        log = FileChannel.open(dir.resolve("changes.log"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    static void run(int units) throws Exception {
        Path dir = Files.createTempDirectory("keyvalue");
        KeyValueServer server = new KeyValueServer(dir);
        start("selector", server::serve);
        start("log", server::writeChanges);
        start("expiry", server::expire);
        CountDownLatch done = new CountDownLatch(CLIENTS);
        for (int i = 0; i < CLIENTS; i++) {
            int client = i;
            start("client-" + i, () -> {
                server.ask(client, units / CLIENTS);
                done.countDown();
            });
        }
        done.await();
        System.err.println(server.values.size() + " values");
        Files.delete(dir.resolve("changes.log"));
        Files.delete(dir);
    }

    interface Task {
        void run() throws Exception;
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception e) {
                e.printStackTrace();
                System.exit(1);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() throws IOException {
        while (true) {
            selector.select();
            for (Runnable reply = replies.poll(); reply != null; reply = replies.poll()) {
                reply.run();
            }
            var keys = selector.selectedKeys().iterator();
            while (keys.hasNext()) {
                SelectionKey key = keys.next();
                keys.remove();
                if (key.isAcceptable()) {
                    SocketChannel channel = listening.accept();
                    channel.configureBlocking(false);
                    channel.socket().setTcpNoDelay(true);
                    channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(4096));
                } else if (key.isReadable()) {
                    read(key);
                }
            }
        }
    }

    private void read(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        ByteBuffer buffer = (ByteBuffer) key.attachment();
        if (channel.read(buffer) < 0) {
            channel.close();
            return;
        }
        buffer.flip();
        while (buffer.remaining() >= 8) {
            int id = buffer.getInt();
            int length = buffer.getInt();
            byte[] value = new byte[length];
            buffer.get(value);
            workers.submit(() -> handle(channel, id, value));
        }
        buffer.compact();
    }

    /** The reply goes back to the selector's thread, which is woken for each. */
    private void handle(SocketChannel channel, int id, byte[] value) {
        byte[] old = values.put(id, value);
        changes.add(value);
        replies.add(() -> reply(channel, id, old == null ? new byte[0] : old));
        selector.wakeup();
    }

    /** Three writes for one reply. */
    private void reply(SocketChannel channel, int id, byte[] old) {
        try {
            channel.write(ByteBuffer.allocate(4).putInt(0, id));
            channel.write(ByteBuffer.allocate(4).putInt(0, old.length));
            channel.write(ByteBuffer.wrap(old));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One force for each change. */
    private void writeChanges() throws Exception {
        while (true) {
            byte[] change = changes.take();
            log.write(ByteBuffer.wrap(change));
            if (changes.isEmpty()) {
                log.force(false);
            }
        }
    }

    /** Looks every 100 microseconds whether there are too many values. */
    private void expire() {
        while (true) {
            if (values.size() > 5000) {
                values.keySet().stream().limit(1000).forEach(values::remove);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    private void ask(int client, int requests) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ((InetSocketAddress) listening.getLocalAddress()).getPort())) {
            OutputStream raw = socket.getOutputStream();
            DataOutputStream out = new DataOutputStream(new java.io.BufferedOutputStream(raw));
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            byte[] value = new byte[100];
            for (int i = 0; i < requests; i++) {
                out.writeInt(client * 1_000_000 + i % 3000);
                out.writeInt(value.length);
                out.write(value);
                out.flush();
                in.readInt();
                in.readNBytes(in.readInt());
            }
        }
    }
}
