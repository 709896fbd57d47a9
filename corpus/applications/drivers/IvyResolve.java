//DEPS org.apache.ivy:ivy:2.5.1
//KIND tool
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ivy.Ivy;
import org.apache.ivy.core.resolve.ResolveOptions;
import org.apache.ivy.util.DefaultMessageLogger;
import org.apache.ivy.util.Message;

/** Apache Ivy: a project of 20 modules of a local repository resolved again and again, from the cache after the first time. */
final class IvyResolve {
    public static void main(String[] args) throws Exception {
        Path work = Bench.work();
        StringBuilder wanted = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            Path module = Files.createDirectories(work.resolve("repository/shop/module" + i + "/1.0"));
            Files.writeString(module.resolve("module" + i + ".jar"), "jar " + i);
            Files.writeString(module.resolve("ivy.xml"), "<ivy-module version=\"2.0\"><info organisation=\"shop\" module=\"module" + i
                    + "\" revision=\"1.0\"/></ivy-module>");
            wanted.append("<dependency org=\"shop\" name=\"module").append(i).append("\" rev=\"1.0\"/>");
        }
        Files.writeString(work.resolve("settings.xml"), "<ivysettings><settings defaultResolver=\"local\"/><caches defaultCacheDir=\""
                + work + "/cache\"/><resolvers><filesystem name=\"local\"><ivy pattern=\"" + work
                + "/repository/[organisation]/[module]/[revision]/ivy.xml\"/><artifact pattern=\"" + work
                + "/repository/[organisation]/[module]/[revision]/[artifact].[ext]\"/></filesystem></resolvers></ivysettings>");
        File project = work.resolve("ivy.xml").toFile();
        Files.writeString(project.toPath(), "<ivy-module version=\"2.0\"><info organisation=\"shop\" module=\"project\"/><dependencies>"
                + wanted + "</dependencies></ivy-module>");
        Ivy ivy = Ivy.newInstance();
        ivy.getLoggerEngine().setDefaultLogger(new DefaultMessageLogger(Message.MSG_ERR));
        ivy.configure(work.resolve("settings.xml").toFile());
        Bench.loop(1, () -> {
            ResolveOptions options = new ResolveOptions();
            options.setConfs(new String[] {"default"});
            options.setLog("quiet");
            if (ivy.resolve(project, options).hasError()) {
                throw new IllegalStateException("not resolved");
            }
        });
    }
}
