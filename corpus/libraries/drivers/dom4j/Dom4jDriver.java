import java.io.*;
import java.nio.file.*;
import org.dom4j.*;
import org.dom4j.io.*;

/** Writes the rows of an export one element after the other; one unit is a row. */
public final class Dom4jDriver {
    public static void main(String[] args) throws Exception {
        OutputFormat format = OutputFormat.createCompactFormat();
        XMLWriter writer = new XMLWriter(Files.newOutputStream(Path.of(args[0], "rows.xml")), format);
        writer.startDocument();
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            Element row = DocumentHelper.createElement("row").addAttribute("id", "" + unit);
            row.addElement("name").addText("customer " + unit);
            writer.write(row);
        }
        writer.endDocument();
        writer.close();
    }
}
