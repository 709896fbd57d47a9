//DEPS org.quartz-scheduler:quartz:2.5.0 org.slf4j:slf4j-nop:2.0.16
//KIND server
import java.util.Properties;
import java.util.concurrent.Semaphore;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** Quartz runs tiny jobs at once, one after the other, on its pool. */
public final class QuartzJobs {
    private static final Semaphore DONE = new Semaphore(0);

    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("org.quartz.threadPool.threadCount", "4");
        properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        Scheduler scheduler = new StdSchedulerFactory(properties).getScheduler();
        scheduler.start();
        Bench.loop(1, () -> {
            scheduler.scheduleJob(JobBuilder.newJob(Tiny.class).build(), TriggerBuilder.newTrigger().startNow().build());
            DONE.acquire();
        });
    }

    /** Says that it ran. */
    public static final class Tiny implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            DONE.release();
        }
    }
}
