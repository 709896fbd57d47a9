import com.siemens.ct.exi.core.*;
import com.siemens.ct.exi.core.helpers.DefaultEXIFactory;
import com.siemens.ct.exi.main.api.sax.EXIResult;
import java.io.*;
import java.nio.file.*;
import javax.xml.parsers.*;
import org.xml.sax.*;

public final class ExificientDriver {
    public static void main(String[] args) throws Exception {
        StringBuilder xml = new StringBuilder("<list>");
        for (int i = 0; i < 300; i++) {
            xml.append("<item id='").append(i).append("'>text ").append(i * 7).append("</item>");
        }
        xml.append("</list>");
        SAXParserFactory parsers = SAXParserFactory.newInstance();
        parsers.setNamespaceAware(true);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (OutputStream out = new FileOutputStream(Path.of(args[0], "a.exi").toFile())) {
                EXIResult result = new EXIResult(DefaultEXIFactory.newInstance());
                result.setOutputStream(out);
                XMLReader reader = parsers.newSAXParser().getXMLReader();
                reader.setContentHandler(result.getHandler());
                reader.parse(new InputSource(new StringReader(xml.toString())));
            }
        }
    }
}
