//DEPS org.springframework.boot:spring-boot-starter-web:3.4.1
//KIND server
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Spring Boot on Tomcat: a JSON controller and static resources of a folder, keep-alive; {@code close} has none. */
@EnableAutoConfiguration
@Configuration(proxyBeanMethods = false)
@RestController
public class SpringTomcat {
    public static void main(String[] args) throws Exception {
        int port = Bench.freePort();
        String site = SmallSite.create(20, 2000).toString();
        new SpringApplication(SpringTomcat.class).run("--server.port=" + port, "--server.address=127.0.0.1",
                "--spring.web.resources.static-locations=file:" + site + "/");
        String[] pages = SmallSite.arguments(port, 8, "keep", 20);
        for (int i = 3; i < pages.length; i += 2) {
            pages[i] = "/hello?name=n" + i;
        }
        Bench.serve(HttpLoad.class, pages);
    }

    @GetMapping("/hello")
    public Map<String, String> hello(@RequestParam("name") String name) {
        return Map.of("greeting", "hello " + name);
    }
}
