//DEPS org.jetbrains.xodus:xodus-environment:2.0.1 org.slf4j:slf4j-nop:2.0.16
//KIND store
import java.util.concurrent.ThreadLocalRandom;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.bindings.IntegerBinding;
import jetbrains.exodus.env.Environment;
import jetbrains.exodus.env.Environments;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.StoreConfig;

/** JetBrains Xodus puts each value in a transaction of its own; {@code batch} puts a hundred in one. */
final class XodusPuts {
    public static void main(String[] args) throws Exception {
        Environment environment = Environments.newInstance(Bench.work().resolve("db").toFile());
        Store store = environment.computeInTransaction(
                transaction -> environment.openStore("s", StoreConfig.WITHOUT_DUPLICATES, transaction));
        ArrayByteIterable value = new ArrayByteIterable(new byte[200]);
        if (Bench.is("batch")) {
            int[] left = new int[1];
            Bench.loop(1, () -> {
                if (left[0]-- > 0) {
                    return;
                }
                left[0] = 99;
                environment.executeInTransaction(transaction -> {
                    for (int i = 0; i < 100; i++) {
                        store.put(transaction, IntegerBinding.intToEntry(ThreadLocalRandom.current().nextInt(100_000)), value);
                    }
                });
            });
        } else {
            Bench.loop(1, () -> environment.executeInTransaction(transaction -> store.put(transaction,
                    IntegerBinding.intToEntry(ThreadLocalRandom.current().nextInt(100_000)), value)));
        }
    }
}
