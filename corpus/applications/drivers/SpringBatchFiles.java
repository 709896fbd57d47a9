//DEPS org.springframework.batch:spring-batch-core:5.1.2 com.h2database:h2:2.3.232 org.slf4j:slf4j-nop:2.0.16
//KIND batch
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.Job;
import org.springframework.batch.core.JobParametersBuilder;
import org.springframework.batch.core.Step;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.launch.JobLauncher;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.item.file.FlatFileItemReader;
import org.springframework.batch.item.file.FlatFileItemWriter;
import org.springframework.batch.item.file.builder.FlatFileItemReaderBuilder;
import org.springframework.batch.item.file.builder.FlatFileItemWriterBuilder;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Spring Batch copies 5,000 lines of a file to another with a change, ten in each chunk, as its guide does; the repository is in memory. */
@Configuration
@EnableBatchProcessing
public class SpringBatchFiles {
    private static int run;

    public static void main(String[] args) throws Exception {
        Logger.getLogger("org.springframework").setLevel(Level.WARNING);
        Path in = Bench.work().resolve("in.csv");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            lines.append("order ").append(i).append(",customer ").append(i % 100).append(",12.50\n");
        }
        Files.writeString(in, lines);
        var context = new AnnotationConfigApplicationContext(SpringBatchFiles.class);
        JobLauncher launcher = context.getBean(JobLauncher.class);
        Job job = context.getBean(Job.class);
        Bench.loop(1, () -> {
            BatchStatus status = launcher.run(job, new JobParametersBuilder().addLong("run", (long) run++).toJobParameters())
                    .getStatus();
            if (status != BatchStatus.COMPLETED) {
                throw new IllegalStateException(status.toString());
            }
        });
    }

    @Bean
    public DataSource dataSource() {
        return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
                .addScript("/org/springframework/batch/core/schema-h2.sql").generateUniqueName(true).build();
    }

    @Bean
    public JdbcTransactionManager transactionManager(DataSource dataSource) {
        return new JdbcTransactionManager(dataSource);
    }

    @Bean
    public FlatFileItemReader<String> reader() throws Exception {
        return new FlatFileItemReaderBuilder<String>().name("reader")
                .resource(new FileSystemResource(Bench.work().resolve("in.csv"))).lineMapper((line, number) -> line).build();
    }

    @Bean
    public FlatFileItemWriter<String> writer() throws Exception {
        return new FlatFileItemWriterBuilder<String>().name("writer")
                .resource(new FileSystemResource(Bench.work().resolve("out.csv"))).lineAggregator(line -> line).build();
    }

    @Bean
    public Job job(JobRepository repository, Step step) {
        return new JobBuilder("copy", repository).start(step).build();
    }

    @Bean
    public Step step(JobRepository repository, PlatformTransactionManager transactions, FlatFileItemReader<String> reader,
            FlatFileItemWriter<String> writer) {
        return new StepBuilder("lines", repository).<String, String>chunk(10, transactions).reader(reader)
                .processor(line -> line.toUpperCase(java.util.Locale.ROOT)).writer(writer).build();
    }
}
