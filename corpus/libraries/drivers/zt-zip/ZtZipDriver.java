import java.io.File;
import org.zeroturnaround.zip.*;

/** Collects files in an archive, one after the other; one unit is an archive of 40 files. */
public final class ZtZipDriver {
    public static void main(String[] args) throws Exception {
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            File archive = new File(args[0], "orders.zip");
            ZipUtil.pack(new ZipEntrySource[] {new ByteSource("first.txt", "the first".getBytes())}, archive);
            for (int i = 0; i < 40; i++) {
                ZipUtil.addEntry(archive, "order" + i + ".txt", ("order " + i + " ").repeat(20).getBytes());
            }
            sum = sum * 31 + ZipUtil.unpackEntry(archive, "order" + unit % 40 + ".txt").length;
            archive.delete();
        }
        System.out.println(sum);
    }
}
