package dev.perfhint.calibrate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Writes of one byte, and round trips of one byte to a thread that answers each. */
public class ConnectionCalls {
    /** A connection over the loopback interface whose other end is served by a thread. */
    @State(Scope.Thread)
    public static class Loopback {
        private Socket client;
        private Socket server;
        private InputStream in;
        private OutputStream out;

        void connect(Service service) throws IOException {
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                server = listener.accept();
            }
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            in = client.getInputStream();
            out = client.getOutputStream();
            Partner.start(() -> service.serve(server.getInputStream(), server.getOutputStream()));
        }

        @TearDown
        public void close() throws IOException {
            client.close();
            server.close();
        }
    }

    /** What the other end does until the connection is closed. */
    interface Service {
        void serve(InputStream in, OutputStream out) throws IOException;
    }

    /** The other end reads what comes. */
    public static class Sink extends Loopback {
        @Setup
        public void open() throws IOException {
            connect((in, out) -> {
                byte[] block = new byte[65_536];
                while (in.read(block) >= 0) {
                    continue;
                }
            });
        }
    }

    /** The other end answers each byte. */
    public static class Echo extends Loopback {
        @Setup
        public void open() throws IOException {
            connect((in, out) -> {
                for (int value = in.read(); value >= 0; value = in.read()) {
                    out.write(value);
                }
            });
        }
    }

    /** Two pipes to a thread that answers each byte. */
    @State(Scope.Thread)
    public static class Pipes {
        private final ByteBuffer one = ByteBuffer.allocateDirect(1);
        private Pipe there;
        private Pipe back;

        @Setup
        public void open() throws IOException {
            there = Pipe.open();
            back = Pipe.open();
            ByteBuffer answer = ByteBuffer.allocateDirect(1);
            Partner.start(() -> {
                while (there.source().read(answer.clear()) >= 0) {
                    back.sink().write(answer.flip());
                }
            });
        }

        @TearDown
        public void close() throws IOException {
            there.sink().close();
            back.source().close();
        }
    }

    @Benchmark
    public void write(Sink sink) throws IOException {
        ((Loopback) sink).out.write(1);
    }

    @Benchmark
    public int roundTrip(Echo echo) throws IOException {
        Loopback connection = echo;
        connection.out.write(1);
        return connection.in.read();
    }

    @Benchmark
    public int pipeRoundTrip(Pipes pipes) throws IOException {
        pipes.there.sink().write(pipes.one.clear());
        return pipes.back.source().read(pipes.one.clear());
    }
}
