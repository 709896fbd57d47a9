//DEPS org.apache.dubbo:dubbo:3.3.4 org.slf4j:slf4j-nop:2.0.16
//JVM --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.math=ALL-UNNAMED -Ddubbo.application.qos-enable=false -Ddubbo.application.logger=slf4j
//KIND server
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/** A Dubbo service that answers small calls; {@code direct} answers on the event loop. */
public final class DubboCalls {
    private DubboCalls() {}

    /** The service. */
    public interface Prices {
        String price(String article);
    }

    /** Its answers. */
    public static final class PriceList implements Prices {
        @Override
        public String price(String article) {
            return article + " costs 42";
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        int port = Bench.freePort();
        ServiceConfig<Prices> service = new ServiceConfig<>();
        service.setInterface(Prices.class);
        service.setRef(new PriceList());
        ProtocolConfig protocol = new ProtocolConfig("dubbo", port);
        protocol.setHost("127.0.0.1");
        if (Bench.is("direct")) {
            protocol.setDispatcher("direct");
        }
        DubboBootstrap.getInstance().application(new ApplicationConfig("prices")).registry(new RegistryConfig("N/A"))
                .protocol(protocol).service(service).start();
        Bench.serve(DubboCalls.class, "" + port);
    }

    private static void client(int port) throws Exception {
        ReferenceConfig<Prices> reference = new ReferenceConfig<>();
        reference.setInterface(Prices.class);
        reference.setUrl("dubbo://127.0.0.1:" + port + "/" + Prices.class.getName());
        DubboBootstrap.getInstance().application(new ApplicationConfig("shop")).registry(new RegistryConfig("N/A"))
                .reference(reference).start();
        Prices prices = reference.get();
        Bench.load(4, () -> prices.price("article"));
    }
}
