//DEPS com.lmax:disruptor:4.0.0
//KIND library
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.concurrent.Executors;

/** A Disruptor with two handlers that block for each event. */
final class DisruptorEvents {
    public static void main(String[] args) throws Exception {
        Disruptor<long[]> disruptor = new Disruptor<>(() -> new long[1], 1024, Executors.defaultThreadFactory(),
                ProducerType.MULTI, new BlockingWaitStrategy());
        disruptor.handleEventsWith((event, sequence, last) -> { }).then((event, sequence, last) -> { });
        disruptor.start();
        Requests requests = new Requests();
        Bench.loop(1, () -> {
            long value = requests.next();
            requests.work();
            requests.work();
            disruptor.publishEvent((event, sequence) -> event[0] = value);
        });
    }
}
