//DEPS org.apache.calcite:calcite-core:1.38.0 org.slf4j:slf4j-nop:2.0.16
//KIND good
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Properties;
import org.apache.calcite.adapter.java.ReflectiveSchema;
import org.apache.calcite.jdbc.CalciteConnection;

/** Apache Calcite joins and sums up two tables of objects in memory, with a statement prepared once. */
public final class CalciteQueries {
    /** The tables. */
    public static final class Shop {
        public final Order[] orders = new Order[20_000];
        public final Customer[] customers = new Customer[500];
    }

    /** A row of orders. */
    public static final class Order {
        public final int customer;
        public final double amount;

        Order(int customer, double amount) {
            this.customer = customer;
            this.amount = amount;
        }
    }

    /** A row of customers. */
    public static final class Customer {
        public final int id;
        public final String town;

        Customer(int id, String town) {
            this.id = id;
            this.town = town;
        }
    }

    public static void main(String[] args) throws Exception {
        Shop shop = new Shop();
        for (int i = 0; i < shop.orders.length; i++) {
            shop.orders[i] = new Order(i % 500, i % 97);
        }
        for (int i = 0; i < shop.customers.length; i++) {
            shop.customers[i] = new Customer(i, "town " + i % 20);
        }
        Properties properties = new Properties();
        properties.setProperty("lex", "JAVA");
        Connection connection = DriverManager.getConnection("jdbc:calcite:", properties);
        connection.unwrap(CalciteConnection.class).getRootSchema().add("shop", new ReflectiveSchema(shop));
        PreparedStatement statement = connection.prepareStatement("select c.town, sum(o.amount) as total from shop.orders o "
                + "join shop.customers c on o.customer = c.id where o.amount > ? group by c.town order by total desc");
        int[] next = new int[1];
        Bench.loop(1, () -> {
            statement.setDouble(1, next[0]++ % 50);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("no rows");
                }
            }
        });
    }
}
