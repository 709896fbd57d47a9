import bitronix.tm.TransactionManagerServices;
import bitronix.tm.journal.DiskJournal;
import bitronix.tm.utils.Uid;
import java.io.File;
import java.nio.ByteBuffer;
import java.util.Set;
import javax.transaction.Status;

/** Logs commits of transactions over two resources; without close(), which may hang with btm's own batcher thread. */
public final class BtmDriver {
    public static void main(String[] args) throws Exception {
        File one = new File(args[0], "one.tlog");
        File two = new File(args[0], "two.tlog");
        TransactionManagerServices.getConfiguration().setLogPart1Filename(one.getPath()).setLogPart2Filename(two.getPath());
        DiskJournal journal = new DiskJournal();
        journal.open();
        Set<String> resources = Set.of("orders", "stock");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Uid id = new Uid(ByteBuffer.allocate(16).putInt(i).array());
            journal.log(Status.STATUS_COMMITTING, id, resources);
            journal.force();
            journal.log(Status.STATUS_COMMITTED, id, resources);
        }
        one.delete();
        two.delete();
        System.out.println(args[1]);
    }
}
