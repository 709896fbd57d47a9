//DEPS org.ehcache:ehcache:3.10.8:jakarta org.slf4j:slf4j-nop:2.0.16
//KIND store
import java.util.concurrent.ThreadLocalRandom;
import org.ehcache.Cache;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.config.units.MemoryUnit;

/** Ehcache with a disk tier. */
final class EhcacheDisk {
    public static void main(String[] args) throws Exception {
        Cache<Long, String> cache = CacheManagerBuilder.newCacheManagerBuilder()
                .with(CacheManagerBuilder.persistence(Bench.work().resolve("cache").toFile()))
                .withCache("c", CacheConfigurationBuilder.newCacheConfigurationBuilder(Long.class, String.class,
                        ResourcePoolsBuilder.heap(1000).disk(200, MemoryUnit.MB)))
                .build(true).getCache("c", Long.class, String.class);
        String value = "v".repeat(1000);
        Bench.loop(2, () -> {
            cache.put((long) ThreadLocalRandom.current().nextInt(100_000), value);
            cache.get((long) ThreadLocalRandom.current().nextInt(100_000));
        });
    }
}
