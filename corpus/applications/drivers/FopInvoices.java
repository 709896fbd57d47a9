//DEPS org.apache.xmlgraphics:fop:2.10
//JVM -Djava.awt.headless=true -Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog
//KIND report
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.StringReader;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.fop.apps.Fop;
import org.apache.fop.apps.FopFactory;
import org.apache.xmlgraphics.util.MimeConstants;

/** Apache FOP writes invoices of a page as PDF files. */
final class FopInvoices {
    private static final String INVOICE = """
            <fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set>
              <fo:simple-page-master master-name="page" page-height="29.7cm" page-width="21cm" margin="2cm">
                <fo:region-body/></fo:simple-page-master></fo:layout-master-set>
              <fo:page-sequence master-reference="page"><fo:flow flow-name="xsl-region-body">
                <fo:block font-size="16pt">Invoice %d</fo:block>
                <fo:table table-layout="fixed" width="100%%"><fo:table-column column-width="12cm"/>
                  <fo:table-column column-width="4cm"/><fo:table-body>%s</fo:table-body></fo:table>
              </fo:flow></fo:page-sequence></fo:root>
            """;
    private static final String ROW = """
            <fo:table-row><fo:table-cell><fo:block>an item of this invoice</fo:block></fo:table-cell>
              <fo:table-cell><fo:block>12.00</fo:block></fo:table-cell></fo:table-row>
            """;
    private static int number;

    public static void main(String[] args) throws Exception {
        FopFactory factory = FopFactory.newInstance(new File(".").toURI());
        TransformerFactory transformers = TransformerFactory.newInstance();
        File folder = Bench.work().toFile();
        Bench.loop(1, () -> {
            File file = new File(folder, "invoice-" + number++ % 100 + ".pdf");
            try (OutputStream out = new BufferedOutputStream(new FileOutputStream(file))) {
                Fop fop = factory.newFop(MimeConstants.MIME_PDF, out);
                Transformer transformer = transformers.newTransformer();
                transformer.transform(new StreamSource(new StringReader(INVOICE.formatted(number, ROW.repeat(20)))),
                        new SAXResult(fop.getDefaultHandler()));
            }
        });
    }
}
