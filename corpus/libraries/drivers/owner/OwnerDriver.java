import java.nio.file.*;
import java.util.concurrent.TimeUnit;
import org.aeonbits.owner.*;

/** Asks a configuration that is loaded again when its file changes; one unit is a question. */
public final class OwnerDriver {
    @Config.Sources("file:${data}/shop.properties")
    @Config.HotReload(value = 0, unit = TimeUnit.MILLISECONDS)
    public interface Shop extends Reloadable {
        @Config.DefaultValue("5")
        int discount();
    }

    public static void main(String[] args) throws Exception {
        Files.writeString(Path.of(args[0], "shop.properties"), "discount = 7\n");
        ConfigFactory.setProperty("data", Path.of(args[0]).toAbsolutePath().toString());
        Shop shop = ConfigFactory.create(Shop.class);
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            sum += shop.discount();
        }
        System.out.println(sum);
    }
}
