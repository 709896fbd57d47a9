//DEPS io.vertx:vertx-web:4.5.11
//KIND server
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.FileSystemAccess;
import io.vertx.ext.web.handler.StaticHandler;
import java.util.concurrent.CountDownLatch;

/** Vert.x web serves a folder of small files with caching off, as in development and behind mutable folders. */
final class VertxStatic {
    public static void main(String[] args) throws Exception {
        String site = SmallSite.create(20, 2000).toString();
        int port = Bench.freePort();
        Vertx vertx = Vertx.vertx();
        Router router = Router.router(vertx);
        router.route().handler(StaticHandler.create(FileSystemAccess.ROOT, site).setCachingEnabled(Bench.is("cache")));
        CountDownLatch up = new CountDownLatch(1);
        vertx.createHttpServer().requestHandler(router).listen(port, "127.0.0.1").onComplete(done -> up.countDown());
        up.await();
        Bench.serve(HttpLoad.class, SmallSite.arguments(port, 8, "keep", 20));
    }
}
