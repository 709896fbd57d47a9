//DEPS org.apache.mina:mina-core:2.2.1 org.slf4j:slf4j-nop:1.7.36
//KIND server
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.apache.mina.core.service.IoHandlerAdapter;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.filter.codec.ProtocolCodecFilter;
import org.apache.mina.filter.codec.textline.TextLineCodecFactory;
import org.apache.mina.filter.executor.ExecutorFilter;
import org.apache.mina.transport.socket.nio.NioSocketAcceptor;

/** Apache MINA: a server of lines with the executor filter that its manual shows; a client waits for each answer. */
final class MinaEcho {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        int port = Bench.freePort();
        NioSocketAcceptor acceptor = new NioSocketAcceptor();
        acceptor.getFilterChain().addLast("lines", new ProtocolCodecFilter(new TextLineCodecFactory()));
        acceptor.getFilterChain().addLast("threads", new ExecutorFilter());
        acceptor.setHandler(new IoHandlerAdapter() {
            @Override
            public void messageReceived(IoSession session, Object line) {
                session.write("answer to " + line);
            }
        });
        acceptor.bind(new InetSocketAddress("127.0.0.1", port));
        Bench.serve(MinaEcho.class, "" + port);
    }

    private static void client(int port) throws Exception {
        ThreadLocal<Socket> sockets = ThreadLocal.withInitial(() -> {
            try {
                Socket socket = new Socket("127.0.0.1", port);
                socket.setTcpNoDelay(true);
                return socket;
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        ThreadLocal<BufferedReader> lines = ThreadLocal.withInitial(() -> {
            try {
                return new BufferedReader(new InputStreamReader(sockets.get().getInputStream()));
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        Bench.load(4, () -> {
            sockets.get().getOutputStream().write("order 1234\n".getBytes());
            lines.get().readLine();
        });
    }
}
