import java.io.*;
import java.lang.reflect.Method;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.*;

/** Each method makes calls of one kind; each is run once before, so that no class is loaded between the marks. */
public class Calls {
    static final int CALLS = 50;
    static Path folder;

    public static void main(String[] arguments) throws Exception {
        folder = Path.of(arguments[0]);
        for (boolean marked : new boolean[] {false, true}) {
            for (String name : arguments[1].split(",")) {
                Method method = Calls.class.getDeclaredMethod(name);
                mark(marked ? name : "once-before");
                method.invoke(null);
                mark("-");
            }
        }
    }

    static void mark(String name) {
        new File("/perfhint-mark/" + name).exists();
    }

    static File file(String name) throws IOException {
        File file = folder.resolve(name).toFile();
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write(new byte[4096]);
        }
        return file;
    }

    static void fileWriteByte() throws Exception {
        try (FileOutputStream out = new FileOutputStream(folder.resolve("a").toFile())) {
            for (int i = 0; i < CALLS; i++) out.write(i);
        }
    }

    static void fileWriteArray() throws Exception {
        try (FileOutputStream out = new FileOutputStream(folder.resolve("a").toFile(), true)) {
            for (int i = 0; i < CALLS; i++) out.write(new byte[7]);
            out.write(new byte[0]);
        }
    }

    static void fileReadByte() throws Exception {
        try (FileInputStream in = new FileInputStream(file("b"))) {
            for (int i = 0; i < CALLS; i++) in.read();
        }
    }

    static void fileReadArray() throws Exception {
        try (FileInputStream in = new FileInputStream(file("b"))) {
            byte[] bytes = new byte[100];
            for (int i = 0; i < CALLS; i++) in.read(bytes);
        }
    }

    static void fileAvailable() throws Exception {
        try (FileInputStream in = new FileInputStream(file("b"))) {
            for (int i = 0; i < CALLS; i++) in.available();
        }
    }

    static void fileSkip() throws Exception {
        try (FileInputStream in = new FileInputStream(file("b"))) {
            for (int i = 0; i < CALLS; i++) in.skip(3);
        }
    }

    static void randomReadInt() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(file("c"), "r")) {
            for (int i = 0; i < CALLS; i++) file.readInt();
        }
    }

    static void randomWriteInt() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(file("c"), "rw")) {
            for (int i = 0; i < CALLS; i++) file.writeInt(i);
            file.writeChars("ab");
            file.writeBytes("abc");
            file.writeUTF("abc");
        }
    }

    static void randomSynchronousWrite() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(file("c"), "rwd")) {
            for (int i = 0; i < CALLS; i++) file.write(new byte[3]);
        }
    }

    static void randomSeek() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(file("c"), "r")) {
            for (int i = 0; i < CALLS; i++) file.seek(i * 10L);
        }
    }

    static void randomPosition() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(file("c"), "r")) {
            for (int i = 0; i < CALLS; i++) file.getFilePointer();
        }
    }

    static void randomLength() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(file("c"), "r")) {
            for (int i = 0; i < CALLS; i++) file.length();
        }
    }

    static void randomSetLength() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile(file("c"), "rw")) {
            for (int i = 0; i < CALLS; i++) file.setLength(i);
        }
    }

    static void descriptorSync() throws Exception {
        try (FileOutputStream out = new FileOutputStream(folder.resolve("d").toFile())) {
            for (int i = 0; i < 5; i++) out.getFD().sync();
        }
    }

    static FileChannel channel(OpenOption... options) throws IOException {
        return FileChannel.open(file("e").toPath(), options);
    }

    static void channelWrite() throws Exception {
        try (FileChannel channel = channel(StandardOpenOption.WRITE)) {
            for (int i = 0; i < CALLS; i++) channel.write(ByteBuffer.wrap(new byte[16]));
        }
    }

    static void channelRead() throws Exception {
        try (FileChannel channel = channel(StandardOpenOption.READ)) {
            for (int i = 0; i < CALLS; i++) channel.read(ByteBuffer.allocate(16));
        }
    }

    static void channelGather() throws Exception {
        try (FileChannel channel = channel(StandardOpenOption.WRITE)) {
            for (int i = 0; i < CALLS; i++) channel.write(new ByteBuffer[] {ByteBuffer.wrap(new byte[3]), ByteBuffer.wrap(new byte[4])});
        }
    }

    static void channelAt() throws Exception {
        try (FileChannel channel = channel(StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int i = 0; i < CALLS; i++) channel.read(ByteBuffer.allocate(16), i * 16L);
            for (int i = 0; i < CALLS; i++) channel.write(ByteBuffer.allocate(16), i * 16L);
        }
    }

    static void channelSeek() throws Exception {
        try (FileChannel channel = channel(StandardOpenOption.READ)) {
            for (int i = 0; i < CALLS; i++) channel.position(i);
        }
    }

    static void channelPosition() throws Exception {
        try (FileChannel channel = channel(StandardOpenOption.READ)) {
            for (int i = 0; i < CALLS; i++) channel.position();
        }
    }

    static void channelForce() throws Exception {
        try (FileChannel channel = channel(StandardOpenOption.WRITE)) {
            for (int i = 0; i < 5; i++) channel.force(i % 2 == 0);
        }
    }

    static void channelTransfer() throws Exception {
        try (FileChannel from = channel(StandardOpenOption.READ);
                FileChannel to = FileChannel.open(folder.resolve("f"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = 0; i < CALLS; i++) from.transferTo(0, 100, to);
        }
    }

    static void channelMap() throws Exception {
        try (FileChannel channel = channel(StandardOpenOption.READ)) {
            for (int i = 0; i < CALLS; i++) channel.map(FileChannel.MapMode.READ_ONLY, 0, 100);
        }
    }

    static void filesWriter() throws Exception {
        try (OutputStream out = Files.newOutputStream(folder.resolve("g"))) {
            for (int i = 0; i < CALLS; i++) out.write(i);
        }
    }

    static void filesReadAllBytes() throws Exception {
        Path path = file("h").toPath();
        for (int i = 0; i < CALLS; i++) Files.readAllBytes(path);
    }

    static void socketStreams() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket one = new Socket(server.getInetAddress(), server.getLocalPort()); Socket other = server.accept()) {
            one.setTcpNoDelay(true);
            byte[] bytes = new byte[20];
            for (int i = 0; i < CALLS; i++) {
                one.getOutputStream().write(bytes);
                other.getInputStream().read(bytes);
            }
        }
    }

    static void socketChannels() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel one = SocketChannel.open(server.getLocalAddress()); SocketChannel other = server.accept()) {
            one.setOption(StandardSocketOptions.TCP_NODELAY, true);
            for (int i = 0; i < CALLS; i++) {
                one.write(ByteBuffer.wrap(new byte[20]));
                other.read(ByteBuffer.allocate(20));
            }
        }
    }

    static void datagramSockets() throws Exception {
        try (DatagramSocket one = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                DatagramSocket other = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            DatagramPacket packet = new DatagramPacket(new byte[9], 9, other.getLocalSocketAddress());
            for (int i = 0; i < CALLS; i++) {
                one.send(packet);
                other.receive(new DatagramPacket(new byte[9], 9));
            }
        }
    }

    static void datagramChannels() throws Exception {
        try (DatagramChannel one = DatagramChannel.open(); DatagramChannel other = DatagramChannel.open()) {
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            one.connect(other.getLocalAddress());
            for (int i = 0; i < CALLS; i++) {
                one.write(ByteBuffer.wrap(new byte[9]));
                other.receive(ByteBuffer.allocate(9));
            }
        }
    }

    static void pipes() throws Exception {
        Pipe pipe = Pipe.open();
        for (int i = 0; i < CALLS; i++) {
            pipe.sink().write(ByteBuffer.wrap(new byte[5]));
            pipe.source().read(ByteBuffer.allocate(5));
        }
        pipe.sink().close();
        pipe.source().close();
    }

    static void processPipes() throws Exception {
        Process process = new ProcessBuilder("cat").start();
        OutputStream out = process.getOutputStream();
        InputStream in = process.getInputStream();
        for (int i = 0; i < CALLS; i++) {
            out.write(i);
            out.flush();
            in.read();
        }
        out.close();
        process.waitFor();
    }

    static void asynchronousFile() throws Exception {
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(
                file("i").toPath(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (int i = 0; i < CALLS; i++) channel.read(ByteBuffer.allocate(8), i * 8L).get();
            for (int i = 0; i < CALLS; i++) channel.write(ByteBuffer.allocate(8), i * 8L).get();
        }
    }

    static void asynchronousSocket() throws Exception {
        try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open().bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); AsynchronousSocketChannel one = AsynchronousSocketChannel.open()) {
            Future<AsynchronousSocketChannel> accepted = server.accept();
            one.connect(server.getLocalAddress()).get();
            try (AsynchronousSocketChannel other = accepted.get()) {
                for (int i = 0; i < CALLS; i++) one.write(ByteBuffer.wrap(new byte[4])).get();
                other.read(ByteBuffer.allocate(8)).get();
            }
        }
    }

    static void selectors() throws Exception {
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < CALLS; i++) selector.selectNow();
        }
    }

    static void zipEntries() throws Exception {
        File file = folder.resolve("z.zip").toFile();
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(file))) {
            for (int i = 0; i < CALLS; i++) {
                out.putNextEntry(new ZipEntry("entry" + i));
                out.write(new byte[100]);
            }
        }
        openedZip(file);
    }

    static void openedZip(File file) throws IOException {
        try (ZipFile zip = new ZipFile(file)) {
            for (int i = 0; i < CALLS; i++) zip.getInputStream(zip.getEntry("entry" + i)).readAllBytes();
        }
    }

    static void fileExists() throws Exception {
        File file = folder.resolve("exists").toFile();
        for (int i = 0; i < CALLS; i++) file.exists();
    }

    static void fileAttributes() throws Exception {
        File file = folder.resolve("attributes").toFile();
        for (int i = 0; i < CALLS; i++) {
            file.isDirectory();
            file.isFile();
            file.length();
            file.lastModified();
        }
    }

    static void fileAccess() throws Exception {
        File file = folder.resolve("access").toFile();
        for (int i = 0; i < CALLS; i++) {
            file.canRead();
            file.canWrite();
        }
    }

    static void fileList() throws Exception {
        File file = folder.resolve("list").toFile();
        for (int i = 0; i < CALLS; i++) {
            file.list();
            file.listFiles();
        }
    }

    static void fileDelete() throws Exception {
        File file = folder.resolve("delete").toFile();
        for (int i = 0; i < CALLS; i++) {
            file.createNewFile();
            file.delete();
        }
    }

    static void filesExists() throws Exception {
        Path file = folder.resolve("nio-exists");
        for (int i = 0; i < CALLS; i++) Files.exists(file);
    }

    static void filesAttributes() throws Exception {
        Path file = folder.resolve("nio-attributes");
        for (int i = 0; i < CALLS; i++) {
            Files.isDirectory(file);
            Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        }
    }

    static void filesMove() throws Exception {
        Path one = Files.writeString(folder.resolve("nio-move"), "");
        Path other = folder.resolve("nio-moved");
        for (int i = 0; i < CALLS; i++) Files.move(i % 2 == 0 ? one : other, i % 2 == 0 ? other : one, StandardCopyOption.ATOMIC_MOVE);
    }

    static void filesList() throws Exception {
        Path path = Files.createDirectories(folder.resolve("nio-list"));
        for (int i = 0; i < CALLS; i++) {
            try (Stream<Path> files = Files.list(path)) {
                files.count();
            }
        }
    }

    static void filesDelete() throws Exception {
        Path path = folder.resolve("nio-delete");
        for (int i = 0; i < CALLS; i++) {
            Files.createDirectory(path);
            Files.delete(path);
        }
    }

    static void standardError() throws Exception {
        for (int i = 0; i < CALLS; i++) System.err.print('x');
    }
}
