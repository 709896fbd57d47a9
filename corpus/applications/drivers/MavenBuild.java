//DEPS org.apache.maven:maven-embedder:3.9.9 org.apache.maven:maven-core:3.9.9 org.apache.maven:maven-compat:3.9.9 org.apache.maven.resolver:maven-resolver-connector-basic:1.9.22 org.apache.maven.resolver:maven-resolver-transport-http:1.9.22 org.slf4j:slf4j-nop:1.7.36
//KIND build
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.cli.MavenCli;

/** Maven's own embedder builds a project of twenty classes: clean, resources, compile, jar. */
final class MavenBuild {
    public static void main(String[] args) throws Exception {
        Path project = Bench.work().resolve("project");
        for (int i = 0; i < 20; i++) {
            Path file = project.resolve("src/main/java/p/C" + i + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "package p; public class C" + i + " { public int f() { return " + i + "; } }");
            Path resource = project.resolve("src/main/resources/r" + i + ".properties");
            Files.createDirectories(resource.getParent());
            Files.writeString(resource, "key=value\n".repeat(20));
        }
        Files.writeString(project.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
                <groupId>g</groupId><artifactId>a</artifactId><version>1</version><properties>
                <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties></project>""");
        System.setProperty("maven.multiModuleProjectDirectory", project.toString());
        PrintStream quiet = new PrintStream(Files.newOutputStream(Bench.work().resolve("maven.out")), false);
        String repository = System.getenv().getOrDefault("HOME", "") + "/.m2/repository";
        Bench.loop(1, () -> {
            int code = new MavenCli().doMain(new String[] {"-q", "-B", "-Dmaven.test.skip=true",
                "-Dmaven.repo.local=" + repository, "clean", "package"}, project.toString(), quiet, quiet);
            if (code != 0) {
                throw new IllegalStateException("maven ended with " + code);
            }
        });
    }
}
