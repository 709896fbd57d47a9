//DEPS io.netty:netty-transport:4.1.116.Final io.netty:netty-handler:4.1.116.Final
//KIND server
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.FixedLengthFrameDecoder;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.io.DataInputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A Netty server that echoes frames of 32 bytes and flushes each; {@code consolidate} gathers the flushes of a read. */
final class NettyEcho {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        ChannelFuture bound = new ServerBootstrap().group(new NioEventLoopGroup(2)).channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (Bench.is("consolidate")) {
                            channel.pipeline().addLast(new FlushConsolidationHandler(256, true));
                        }
                        channel.pipeline().addLast(new FixedLengthFrameDecoder(32), new Echo());
                    }
                }).bind("127.0.0.1", 0).sync();
        Bench.serve(NettyEcho.class, "" + ((InetSocketAddress) bound.channel().localAddress()).getPort());
    }

    private static void client(int port) throws Exception {
        ThreadLocal<Socket> sockets = ThreadLocal.withInitial(() -> {
            try {
                return new Socket("127.0.0.1", port);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        byte[] pipelined = new byte[32 * 16];
        Bench.load(4, () -> {
            OutputStream out = sockets.get().getOutputStream();
            out.write(pipelined);
            new DataInputStream(sockets.get().getInputStream()).readFully(new byte[pipelined.length]);
        });
    }

    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            context.writeAndFlush(frame);
        }
    }
}
