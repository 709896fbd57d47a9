import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import morfologik.fsa.FSA;
import morfologik.fsa.builders.*;

/** Writes a dictionary of 3,000 words as an automaton. */
public final class MorfologikDriver {
    public static void main(String[] args) throws Exception {
        byte[][] words = new byte[3000][];
        for (int i = 0; i < words.length; i++) {
            words[i] = Integer.toString(i * 7919, 26).getBytes(StandardCharsets.US_ASCII);
        }
        Arrays.sort(words, FSABuilder.LEXICAL_ORDERING);
        FSA automaton = FSABuilder.build(words);
        FSASerializer serializer = new CFSA2Serializer();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (FileOutputStream out = serializer.serialize(automaton, new FileOutputStream(new File(args[0], "words" + i % 5 + ".dict")))) {
                out.flush();
            }
        }
    }
}
