//DEPS org.infinispan:infinispan-core:13.0.17.Final
//KIND cache
import java.util.concurrent.ThreadLocalRandom;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;

/** Infinispan: a cache of a thousand entries in memory, all ten thousand in its file store. */
final class InfinispanStore {
    public static void main(String[] args) throws Exception {
        GlobalConfigurationBuilder global = new GlobalConfigurationBuilder().nonClusteredDefault();
        global.globalState().enable().persistentLocation(Bench.work().resolve("state").toString());
        DefaultCacheManager manager = new DefaultCacheManager(global.build());
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.memory().maxCount(1000);
        builder.persistence().addSingleFileStore().location(Bench.work().resolve("state/store").toString());
        manager.defineConfiguration("customers", builder.build());
        Cache<Integer, String> cache = manager.getCache("customers");
        Bench.loop(2, () -> {
            int key = ThreadLocalRandom.current().nextInt(10_000);
            if (cache.get(key) == null || key % 3 == 0) {
                cache.put(key, ("customer " + key + " ").repeat(20));
            }
        });
    }
}
