//DEPS org.apache.camel:camel-core:4.8.3 org.apache.camel:camel-file:4.8.3 org.slf4j:slf4j-nop:2.0.16
//KIND integration
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** An Apache Camel route takes small files from one folder and puts them into another. */
final class CamelFiles {
    public static void main(String[] args) throws Exception {
        Path in = Files.createDirectories(Bench.work().resolve("in"));
        Path made = Files.createDirectories(Bench.work().resolve("made"));
        Path done = Bench.work().resolve("out");
        Semaphore waiting = new Semaphore(100);
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + in + "?delete=true&delay=10&initialDelay=0").to("file:" + done + "?fileExist=Override")
                        .process(exchange -> waiting.release());
            }
        });
        camel.start();
        byte[] text = "an order\n".repeat(100).getBytes();
        int[] next = new int[1];
        Bench.loop(1, () -> {
            waiting.acquire();
            String name = "order-" + next[0]++ % 1000 + ".txt";
            Files.move(Files.write(made.resolve(name), text), in.resolve(name));
        });
    }
}
