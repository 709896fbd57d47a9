//DEPS org.tmatesoft.svnkit:svnkit:1.10.11
//KIND store
import java.io.ByteArrayInputStream;
import java.io.File;
import org.tmatesoft.svn.core.SVNURL;
import org.tmatesoft.svn.core.internal.io.fs.FSRepositoryFactory;
import org.tmatesoft.svn.core.io.ISVNEditor;
import org.tmatesoft.svn.core.io.SVNRepository;
import org.tmatesoft.svn.core.io.SVNRepositoryFactory;
import org.tmatesoft.svn.core.io.diff.SVNDeltaGenerator;

/** SVNKit: commits of one changed file to a local repository. */
final class SvnkitCommits {
    private static int revision;

    public static void main(String[] args) throws Exception {
        FSRepositoryFactory.setup();
        SVNURL url = SVNRepositoryFactory.createLocalRepository(new File(Bench.work().toFile(), "repository"), true, false);
        SVNRepository repository = SVNRepositoryFactory.create(url);
        Bench.loop(1, () -> {
            ISVNEditor editor = repository.getCommitEditor("change " + revision, null);
            editor.openRoot(-1);
            if (revision == 0) {
                editor.addFile("orders.txt", null, -1);
            } else {
                editor.openFile("orders.txt", revision);
            }
            editor.applyTextDelta("orders.txt", null);
            String checksum = new SVNDeltaGenerator().sendDelta("orders.txt",
                    new ByteArrayInputStream(("orders of revision " + revision + "\n").repeat(50).getBytes()), editor, true);
            editor.closeFile("orders.txt", checksum);
            editor.closeDir();
            revision = (int) editor.closeEdit().getNewRevision();
        });
    }
}
