import java.io.*;
import org.apache.uima.cas.*;
import org.apache.uima.resource.metadata.impl.TypeSystemDescription_impl;
import org.apache.uima.util.*;

/** Saves an analyzed text with three hundred annotations. */
public final class UimajDriver {
    public static void main(String[] args) throws Exception {
        CAS cas = CasCreationUtils.createCas(new TypeSystemDescription_impl(), null, null);
        cas.setDocumentText("a word and another one ".repeat(100));
        for (int i = 0; i < 300; i++) {
            cas.addFsToIndexes(cas.createAnnotation(cas.getAnnotationType(), i, i + 4));
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new FileOutputStream(args[0] + "/text.bin")) {
                CasIOUtils.save(cas, out, SerialFormat.BINARY);
            }
        }
    }
}
