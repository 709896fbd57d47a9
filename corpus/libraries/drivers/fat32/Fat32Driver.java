import de.waldheinz.fs.*;
import de.waldheinz.fs.fat.*;
import de.waldheinz.fs.util.FileDisk;
import java.io.File;
import java.nio.ByteBuffer;
import java.util.*;

/** Reads a file of 1 MB from the image of a memory card of 16 MB; one unit is one file. */
public final class Fat32Driver {
    public static void main(String[] args) throws Exception {
        File image = new File(args[0], "card.img");
        if (!image.exists()) {
            FileDisk disk = FileDisk.create(image, 16L << 20);
            FatFileSystem made = SuperFloppyFormatter.get(disk).format();
            byte[] bytes = new byte[1 << 20];
            new Random(1).nextBytes(bytes);
            made.getRoot().addFile("photo.raw").getFile().write(0, ByteBuffer.wrap(bytes));
            made.close();
            disk.close();
        }
        FileDisk disk = new FileDisk(image, true);
        FileSystem card = FileSystemFactory.create(disk, true);
        FsFile photo = card.getRoot().getEntry("photo.raw").getFile();
        ByteBuffer content = ByteBuffer.allocate((int) photo.getLength());
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            content.clear();
            photo.read(0, content);
            sum = sum * 31 + content.get(i % content.capacity());
        }
        System.out.println(sum);
        disk.close();
    }
}
