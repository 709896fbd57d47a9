import java.io.File;
import org.apache.commons.configuration.PropertiesConfiguration;

/** Keeps the last order of each of 50 customers in a properties file; one unit is one order. */
public final class CommonsConfigurationDriver {
    public static void main(String[] args) throws Exception {
        PropertiesConfiguration orders = new PropertiesConfiguration(new File(args[0], "orders.properties"));
        orders.setAutoSave(true);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            orders.setProperty("customer" + i % 50, i);
        }
        System.out.println(orders.getInt("customer7", 0));
    }
}
