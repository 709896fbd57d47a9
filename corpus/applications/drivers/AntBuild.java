//DEPS org.apache.ant:ant:1.10.15
//KIND build
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.tools.ant.DefaultLogger;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.ProjectHelper;

/** Ant copies and filters a tree, zips it and deletes it, again and again; {@code tmpfs} does so below /dev/shm. */
final class AntBuild {
    public static void main(String[] args) throws Exception {
        Path base = Bench.is("tmpfs") ? Files.createTempDirectory(Path.of("/dev/shm"), "ant") : Bench.work().resolve("ant");
        for (int i = 0; i < 60; i++) {
            Path file = base.resolve("src/d" + i % 15).resolve("F" + i + ".txt");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "a line of @version@ text\n".repeat(40));
        }
        Path build = Files.writeString(base.resolve("build.xml"), """
                <project default="all"><target name="all">
                <copy todir="out"><fileset dir="src"/><filterset><filter token="version" value="1"/></filterset></copy>
                <zip destfile="out.zip" basedir="out"/>
                <unzip src="out.zip" dest="unpacked"/>
                <replace dir="unpacked" token="text" value="words"/>
                <delete dir="out"/><delete dir="unpacked"/><delete file="out.zip"/>
                </target></project>""");
        Bench.loop(1, () -> {
            Project project = new Project();
            DefaultLogger logger = new DefaultLogger();
            logger.setOutputPrintStream(System.out);
            logger.setErrorPrintStream(System.err);
            logger.setMessageOutputLevel(Project.MSG_WARN);
            project.addBuildListener(logger);
            project.init();
            ProjectHelper.configureProject(project, build.toFile());
            project.executeTarget("all");
        });
    }
}
