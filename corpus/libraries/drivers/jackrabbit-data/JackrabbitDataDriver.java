import java.io.*;
import org.apache.jackrabbit.core.data.*;

/** Stores attachments of 200 bytes, nine of ten of which are stored already; one unit is an attachment. */
public final class JackrabbitDataDriver {
    public static void main(String[] args) throws Exception {
        FileDataStore store = new FileDataStore();
        store.setPath(new File(args[0], "store").getPath());
        store.init(args[0]);
        int units = Integer.parseInt(args[1]);
        for (int unit = 0; unit < units; unit++) {
            byte[] attachment = ("attachment " + unit % Math.max(1, units / 10) + " ").repeat(15).getBytes();
            DataRecord record = store.addRecord(new ByteArrayInputStream(attachment));
            if (record.getLength() != attachment.length) {
                throw new IllegalStateException("short");
            }
        }
        store.close();
    }
}
