//DEPS io.grpc:grpc-netty-shaded:1.69.0 io.grpc:grpc-stub:1.69.0
//KIND server
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/** gRPC unary calls of 100 bytes on the default executor; {@code direct} is {@code directExecutor()}. */
final class GrpcUnary {
    private static final MethodDescriptor<byte[], byte[]> CALL = MethodDescriptor.<byte[], byte[]>newBuilder(
            new Bytes(), new Bytes()).setType(MethodType.UNARY).setFullMethodName("bench.Echo/Call").build();

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            ThreadLocal<Channel> channels = ThreadLocal.withInitial(() -> NettyChannelBuilder
                    .forAddress("127.0.0.1", Integer.parseInt(args[0])).usePlaintext().directExecutor().build());
            Bench.load(4, () -> ClientCalls.blockingUnaryCall(channels.get(), CALL, CallOptions.DEFAULT, new byte[100]));
            return;
        }
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService((BindableService) () -> ServerServiceDefinition.builder("bench.Echo").addMethod(CALL,
                        ServerCalls.asyncUnaryCall((request, response) -> {
                            response.onNext(request);
                            response.onCompleted();
                        })).build());
        if (Bench.is("direct")) {
            builder.directExecutor();
        }
        Bench.serve(GrpcUnary.class, "" + builder.build().start().getPort());
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
