//DEPS org.eclipse.jetty:jetty-server:12.0.16 org.slf4j:slf4j-nop:2.0.16
//KIND server
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;

/** Jetty serves a folder of small files. */
final class JettyStatic {
    public static void main(String[] args) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ResourceHandler handler = new ResourceHandler();
        handler.setBaseResource(ResourceFactory.of(handler).newResource(SmallSite.create(20, 2000)));
        server.setHandler(handler);
        server.start();
        Bench.serve(HttpLoad.class, SmallSite.arguments(connector.getLocalPort(), 8, "keep", 20));
    }
}
