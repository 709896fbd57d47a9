import java.io.File;
import org.freedesktop.dbus.connections.impl.*;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;

/** Calls a method of a peer over a direct D-Bus connection; one unit is one call and its answer. */
public final class DbusJavaDriver {
    public interface Orders extends DBusInterface {
        int total(int customer, String product);
    }

    public static final class Shop implements Orders {
        @Override
        public int total(int customer, String product) {
            return customer * 7 + product.length();
        }

        @Override
        public boolean isRemote() {
            return false;
        }

        @Override
        public String getObjectPath() {
            return "/shop";
        }
    }

    public static void main(String[] args) throws Exception {
        File path = new File(args[0], "bus");
        path.delete();
        String address = "unix:path=" + path + ",guid=00000000000000000000000000000000";
        Thread server = new Thread(() -> serve(address + ",listen=true"));
        server.setDaemon(true);
        server.start();
        while (!path.exists()) {
            Thread.sleep(10);
        }
        Thread.sleep(100);
        DirectConnection client = DirectConnectionBuilder.forAddress(address).build();
        Orders orders = client.getRemoteObject("/shop", Orders.class);
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum += orders.total(i, "pencil " + i % 10);
        }
        System.out.println(sum);
        System.out.flush();
        client.disconnect();
        path.delete();
        System.exit(0);
    }

    private static void serve(String address) {
        try {
            // returns when the peer has connected
            DirectConnection server = DirectConnectionBuilder.forAddress(address).build();
            server.exportObject("/shop", new Shop());
            server.listen();
        } catch (DBusException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
