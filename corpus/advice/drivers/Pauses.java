import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** What the flags that `perfhint latency` advises are for. Arguments: gc, metaspace or heap. */
final class Pauses {
    private static Object sink;

    private Pauses() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "gc" -> {
                List<String> live = new ArrayList<>();
                for (int i = 0; i < 4_000_000; i++) {
                    live.add("order " + i);
                }
                for (int i = 0; i < 10; i++) {
                    System.gc();
                    sink = live;
                    Thread.sleep(300);
                }
            }
            case "metaspace" -> {
                for (int i = 0; i < 4_000; i++) {
                    ClassLoader loader = new URLClassLoader(new URL[0], Pauses.class.getClassLoader());
                    sink = Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class, Comparable.class, List.class},
                            (proxy, method, given) -> null);
                }
            }
            case "heap" -> {
                List<byte[]> live = new ArrayList<>();
                for (int i = 0; i < 20_000; i++) {
                    sink = new byte[20_000];
                    if (i % 4 == 0) {
                        live.add(new byte[40_000]);
                    }
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
