//DEPS io.vertx:vertx-core:4.5.11
//KIND server
import io.vertx.core.Vertx;
import java.util.concurrent.CountDownLatch;

/** Vert.x answers a short text from its event loop: one whole message a request, nothing to mend. */
final class VertxHello {
    public static void main(String[] args) throws Exception {
        int port = Bench.freePort();
        CountDownLatch up = new CountDownLatch(1);
        Vertx.vertx().createHttpServer().requestHandler(request -> request.response().end("hello"))
                .listen(port, "127.0.0.1").onComplete(done -> up.countDown());
        up.await();
        Bench.serve(HttpLoad.class, "" + port, "8", "keep", "/");
    }
}
