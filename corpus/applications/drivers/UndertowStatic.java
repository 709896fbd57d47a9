//DEPS io.undertow:undertow-core:2.3.18.Final org.slf4j:slf4j-nop:2.0.16
//KIND server
import io.undertow.Undertow;
import io.undertow.server.handlers.cache.DirectBufferCache;
import io.undertow.server.handlers.resource.CachingResourceManager;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.server.handlers.resource.ResourceHandler;
import io.undertow.server.handlers.resource.ResourceManager;
import java.nio.file.Path;

/** Undertow serves a folder of small files; {@code cache} puts its own cache of resources before the folder. */
final class UndertowStatic {
    public static void main(String[] args) throws Exception {
        Path site = SmallSite.create(20, 2000);
        ResourceManager files = new PathResourceManager(site, 1024);
        ResourceManager resources = Bench.is("cache")
                ? new CachingResourceManager(100, 100_000, new DirectBufferCache(1024, 10, 10_000_000), files, 60_000)
                : files;
        int port = Bench.freePort();
        Undertow.builder().addHttpListener(port, "127.0.0.1").setIoThreads(2).setWorkerThreads(8)
                .setHandler(new ResourceHandler(resources)).build().start();
        Bench.serve(HttpLoad.class, SmallSite.arguments(port, 8, "keep", 20));
    }
}
