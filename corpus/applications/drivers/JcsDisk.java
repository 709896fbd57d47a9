//DEPS org.apache.commons:commons-jcs3-core:3.2.1
//KIND cache
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.commons.jcs3.JCS;
import org.apache.commons.jcs3.access.CacheAccess;

/** Apache Commons JCS: a region of a thousand entries in memory, the rest in its indexed disk cache. */
final class JcsDisk {
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("jcs.default", "DC");
        properties.setProperty("jcs.default.cacheattributes", "org.apache.commons.jcs3.engine.CompositeCacheAttributes");
        properties.setProperty("jcs.default.cacheattributes.MaxObjects", "1000");
        properties.setProperty("jcs.default.cacheattributes.MemoryCacheName",
                "org.apache.commons.jcs3.engine.memory.lru.LRUMemoryCache");
        properties.setProperty("jcs.auxiliary.DC", "org.apache.commons.jcs3.auxiliary.disk.indexed.IndexedDiskCacheFactory");
        properties.setProperty("jcs.auxiliary.DC.attributes",
                "org.apache.commons.jcs3.auxiliary.disk.indexed.IndexedDiskCacheAttributes");
        properties.setProperty("jcs.auxiliary.DC.attributes.DiskPath", Bench.work().resolve("cache").toString());
        properties.setProperty("jcs.auxiliary.DC.attributes.MaxKeySize", "20000");
        JCS.setConfigProperties(properties);
        CacheAccess<Integer, String> cache = JCS.getInstance("customers");
        Bench.loop(2, () -> {
            int key = ThreadLocalRandom.current().nextInt(10_000);
            if (cache.get(key) == null) {
                cache.put(key, ("customer " + key + " ").repeat(40));
            }
        });
    }
}
