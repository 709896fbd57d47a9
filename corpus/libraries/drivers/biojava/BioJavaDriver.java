import java.io.*;
import java.nio.file.*;
import java.util.*;
import org.biojava.nbio.core.sequence.*;
import org.biojava.nbio.core.sequence.io.FastaWriterHelper;

public final class BioJavaDriver {
    public static void main(String[] args) throws Exception {
        List<DNASequence> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            DNASequence each = new DNASequence("ACGTTGCA".repeat(40 + i));
            each.setOriginalHeader("seq" + i);
            each.setAccession(new AccessionID("seq" + i));
            all.add(each);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new FileOutputStream(Path.of(args[0], "a.fasta").toFile())) {
                FastaWriterHelper.writeNucleotideSequence(out, all);
            }
        }
    }
}
