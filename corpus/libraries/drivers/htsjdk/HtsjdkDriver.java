import htsjdk.samtools.reference.*;
import java.io.*;
import java.nio.file.*;

public final class HtsjdkDriver {
    public static void main(String[] args) throws Exception {
        Path fasta = Path.of(args[0], "ref.fasta");
        int line = 60;
        int lines = 2000;
        if (!Files.exists(fasta)) {
            StringBuilder text = new StringBuilder(">chr1\n");
            for (int i = 0; i < lines; i++) {
                for (int j = 0; j < line; j++) {
                    text.append("ACGT".charAt((i * 7 + j * j) & 3));
                }
                text.append('\n');
            }
            Files.writeString(fasta, text);
            Files.writeString(Path.of(args[0], "ref.fasta.fai"), "chr1\t" + line * lines + "\t6\t" + line + "\t" + (line + 1) + "\n");
        }
        long sum = 0;
        try (IndexedFastaSequenceFile file = new IndexedFastaSequenceFile(fasta.toFile())) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                for (byte each : file.getSubsequenceAt("chr1", 100 + i, 60_000 + i).getBases()) {
                    sum = sum * 31 + each;
                }
            }
        }
        System.out.println(sum);
    }
}
