//DEPS org.apache.pekko:pekko-actor_2.13:1.1.2
//KIND server
import java.util.concurrent.Semaphore;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/** Pekko: a chain of three actors, a tiny message at a time from a client thread. */
public final class PekkoActors {
    public static void main(String[] args) throws Exception {
        ActorSystem system = ActorSystem.create("bench");
        Semaphore done = new Semaphore(0);
        ActorRef last = system.actorOf(Props.create(Step.class, () -> new Step(null, done)));
        ActorRef middle = system.actorOf(Props.create(Step.class, () -> new Step(last, done)));
        ActorRef first = system.actorOf(Props.create(Step.class, () -> new Step(middle, done)));
        Bench.loop(1, () -> {
            first.tell("order", ActorRef.noSender());
            done.acquire();
        });
    }

    /** Passes a message on, or says that it arrived. */
    public static final class Step extends AbstractActor {
        private final ActorRef next;
        private final Semaphore done;

        Step(ActorRef next, Semaphore done) {
            this.next = next;
            this.done = done;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().matchAny(message -> {
                if (next == null) {
                    done.release();
                } else {
                    next.tell(message, getSelf());
                }
            }).build();
        }
    }
}
