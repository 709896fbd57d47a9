//DEPS org.eclipse.jgit:org.eclipse.jgit:6.10.0.202406032230-r org.slf4j:slf4j-nop:2.0.16
//KIND build
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.eclipse.jgit.api.Git;

/** JGit commits, asks for the status, and clones a small repository. */
final class JgitRepository {
    public static void main(String[] args) throws Exception {
        Path work = Bench.work().resolve("repository");
        Random random = new Random(1);
        Git git = Git.init().setDirectory(work.toFile()).call();
        git.getRepository().getConfig().setBoolean("commit", null, "gpgsign", false);
        for (int i = 0; i < 400; i++) {
            Path file = work.resolve("d" + i % 20).resolve("f" + i + ".txt");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "line\n".repeat(random.nextInt(100)));
        }
        int[] commits = new int[1];
        Bench.loop(1, () -> {
            int n = commits[0]++;
            for (int i = 0; i < 10; i++) {
                Files.writeString(work.resolve("d" + i).resolve("f" + i + ".txt"), "commit " + n + " file " + i);
            }
            git.status().call();
            git.add().addFilepattern(".").call();
            git.commit().setMessage("c" + n).setAuthor("a", "a@example.org").setCommitter("a", "a@example.org").call();
            if (n % 10 == 0) {
                Path clone = Bench.work().resolve("clone" + n);
                Git.cloneRepository().setURI(work.toUri().toString()).setDirectory(clone.toFile()).call().close();
            }
        });
    }
}
