import java.io.File;
import java.nio.file.*;
import org.gedcom4j.model.Gedcom;
import org.gedcom4j.parser.GedcomParser;
import org.gedcom4j.writer.GedcomWriter;

/** Reads a family tree and writes it again. */
public final class Gedcom4jDriver {
    public static void main(String[] args) throws Exception {
        Path tree = Path.of(args[0], "tree.ged");
        if (!Files.exists(tree)) {
            StringBuilder text = new StringBuilder("0 HEAD\n1 SOUR driver\n1 SUBM @S1@\n1 GEDC\n2 VERS 5.5.1\n");
            text.append("2 FORM LINEAGE-LINKED\n1 CHAR ANSEL\n0 @S1@ SUBM\n1 NAME Ann /Other/\n");
            for (int i = 1; i <= 100; i++) {
                text.append("0 @I" + i + "@ INDI\n1 NAME Person " + i + " /Miller/\n1 SEX F\n");
                text.append("1 BIRT\n2 DATE 1 JAN 1900\n2 PLAC Town " + i + "\n");
            }
            Files.writeString(tree, text.append("0 TRLR\n"));
        }
        GedcomParser parser = new GedcomParser();
        parser.load(tree.toString());
        Gedcom gedcom = parser.getGedcom();
        File copy = new File(args[0], "copy.ged");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            GedcomWriter writer = new GedcomWriter(gedcom);
            writer.setValidationSuppressed(true);
            writer.write(copy);
        }
    }
}
