//DEPS org.eclipse.store:storage-embedded:1.4.0 org.slf4j:slf4j-nop:2.0.16
//JVM --add-exports java.base/jdk.internal.misc=ALL-UNNAMED
//KIND store
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.store.storage.embedded.types.EmbeddedStorage;
import org.eclipse.store.storage.embedded.types.EmbeddedStorageManager;

/** EclipseStore keeps ten thousand customers; each change of one is stored at once. */
final class EclipseStoreObjects {
    /** What the store keeps. */
    public static final class Root {
        final List<Customer> customers = new ArrayList<>();
    }

    /** One customer. */
    public static final class Customer {
        String name;
        String address;
        long orders;
    }

    public static void main(String[] args) throws Exception {
        Root root = new Root();
        for (int i = 0; i < 10_000; i++) {
            Customer customer = new Customer();
            customer.name = "customer " + i;
            customer.address = "street " + i + ", some town";
            root.customers.add(customer);
        }
        EmbeddedStorageManager storage = EmbeddedStorage.start(root, Bench.work().resolve("store"));
        storage.storeRoot();
        Bench.loop(1, () -> {
            Customer customer = root.customers.get(ThreadLocalRandom.current().nextInt(root.customers.size()));
            customer.orders++;
            storage.store(customer);
        });
    }
}
