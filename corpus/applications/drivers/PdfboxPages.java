//DEPS org.apache.pdfbox:pdfbox:3.0.3
//KIND library
import org.apache.pdfbox.io.MemoryUsageSetting;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;

/** PDFBox writes documents with its scratch file on disk (setupTempFileOnly); {@code memory} keeps them in memory. */
final class PdfboxPages {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        String file = Bench.work().resolve("out.pdf").toString();
        MemoryUsageSetting setting = Bench.is("memory")
                ? MemoryUsageSetting.setupMainMemoryOnly() : MemoryUsageSetting.setupTempFileOnly();
        Bench.loop(1, () -> {
            try (PDDocument document = new PDDocument(setting.streamCache)) {
                for (int i = 0; i < 20; i++) {
                    PDPage page = new PDPage();
                    document.addPage(page);
                    try (PDPageContentStream text = new PDPageContentStream(document, page)) {
                        text.beginText();
                        text.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 10);
                        for (int line = 0; line < 50; line++) {
                            text.newLineAtOffset(0, 12);
                            text.showText("line " + line + " of page " + i + " of a report");
                        }
                        text.endText();
                    }
                }
                document.save(file);
            }
        });
    }
}
