import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import java.io.*;
import javax.xml.stream.XMLStreamWriter;

/** Writes documents of 2,000 rows in binary XML; one unit is one document. */
public final class FastinfosetDriver {
    public static void main(String[] args) throws Exception {
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            try (OutputStream out = new FileOutputStream(new File(args[0], "rows" + unit % 4 + ".fi"))) {
                XMLStreamWriter writer = new StAXDocumentSerializer(out);
                writer.writeStartDocument();
                writer.writeStartElement("rows");
                for (int i = 0; i < 2000; i++) {
                    writer.writeStartElement("row");
                    writer.writeAttribute("id", "" + i);
                    writer.writeCharacters("customer number " + (i * 31 + unit) + " of the northern district");
                    writer.writeEndElement();
                }
                writer.writeEndElement();
                writer.writeEndDocument();
                writer.flush();
            }
        }
    }
}
