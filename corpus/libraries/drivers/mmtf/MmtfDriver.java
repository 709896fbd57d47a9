import java.io.*;
import java.nio.file.*;
import org.rcsb.mmtf.dataholders.MmtfStructure;
import org.rcsb.mmtf.serialization.MessagePackSerialization;

public final class MmtfDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "a.mmtf");
        if (!Files.exists(file)) {
            MmtfStructure made = new MmtfStructure();
            String[] chains = new String[200];
            for (int i = 0; i < chains.length; i++) {
                chains[i] = "C" + i;
            }
            made.setStructureId("1ABC");
            made.setTitle("a structure");
            made.setExperimentalMethods(chains);
            made.setUnitCell(new float[] {1, 2, 3, 4, 5, 6});
            try (OutputStream out = new FileOutputStream(file.toFile())) {
                new MessagePackSerialization().serialize(made, out);
            }
        }
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (InputStream in = new FileInputStream(file.toFile())) {
                sum += new MessagePackSerialization().deserialize(in).getExperimentalMethods().length;
            }
        }
        System.out.println(sum);
    }
}
