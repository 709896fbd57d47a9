//DEPS io.projectreactor:reactor-core:3.7.1
//KIND library
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Reactor: a pipeline that changes its scheduler for each tiny step. */
final class ReactorSchedulers {
    public static void main(String[] args) throws Exception {
        Requests requests = new Requests();
        Bench.loop(1, () -> Flux.range(0, 20).flatMap(i -> Flux.just(i).publishOn(Schedulers.parallel())
                .map(x -> requests.work()).subscribeOn(Schedulers.boundedElastic())).blockLast());
    }
}
