import java.io.File;
import java.nio.file.*;
import journal.io.api.*;

/** Journals orders; one unit is an order. */
public final class JournalioDriver {
    public static void main(String[] args) throws Exception {
        File folder = new File(args[0], "journal");
        folder.mkdirs();
        Journal journal = JournalBuilder.of(folder).open();
        int units = Integer.parseInt(args[1]);
        for (int unit = 0; unit < units; unit++) {
            journal.write(("order " + unit + " of customer " + unit % 10).getBytes(), Journal.WriteType.SYNC);
        }
        journal.close();
        for (File file : folder.listFiles()) {
            Files.delete(file.toPath());
        }
    }
}
