//DEPS net.openhft:chronicle-queue:5.26ea5 org.slf4j:slf4j-nop:2.0.16
//KIND store good
//JVM --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED --add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED --add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.lang.reflect=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED -Dchronicle.analytics.disable=true
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** Chronicle Queue appends to and reads from mapped files at a steady rate: in a good state. */
final class ChronicleQueue {
    public static void main(String[] args) throws Exception {
        SingleChronicleQueue queue = SingleChronicleQueueBuilder.single(Bench.work().resolve("queue").toFile()).build();
        ThreadLocal<ExcerptAppender> appender = ThreadLocal.withInitial(queue::createAppender);
        ThreadLocal<ExcerptTailer> tailer = ThreadLocal.withInitial(queue::createTailer);
        Requests requests = new Requests();
        Bench.loop(1, () -> {
            appender.get().writeText("order " + requests.next() + " of some forty characters in the queue");
            tailer.get().readText();
            requests.work();
        });
    }
}
