//DEPS org.springframework.integration:spring-integration-file:5.5.17
//KIND server
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.IntegrationFlows;
import org.springframework.integration.dsl.Pollers;

/** Spring Integration: a folder polled each five milliseconds for new orders, where 50 that were read remain. */
public class SpringIntegrationPoll {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createDirectories(Bench.work().resolve("orders"));
        for (int i = 0; i < 50; i++) {
            Files.writeString(folder.resolve("order" + i + ".txt"), "order " + i);
        }
        new AnnotationConfigApplicationContext(Flow.class);
        Bench.loop(1, () -> Thread.sleep(100));
    }

    /** The flow. */
    @Configuration
    @EnableIntegration
    public static class Flow {
        @Bean
        public IntegrationFlow orders() throws Exception {
            return IntegrationFlows
                    .from(org.springframework.integration.file.dsl.Files.inboundAdapter(Bench.work().resolve("orders").toFile()),
                            poll -> poll.poller(Pollers.fixedDelay(5)))
                    .handle(message -> message.getPayload()).get();
        }
    }
}
