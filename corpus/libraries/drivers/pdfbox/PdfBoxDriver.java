import java.io.File;
import java.nio.file.Path;
import org.apache.pdfbox.io.RandomAccessFile;
import org.apache.pdfbox.pdfparser.PDFParser;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;

/** Parses a PDF file without reading it into memory. */
public final class PdfBoxDriver {
    public static void main(String[] args) throws Exception {
        File pdf = Path.of(args[0], "in.pdf").toFile();
        if (!pdf.exists()) {
            try (PDDocument document = new PDDocument()) {
                for (int i = 0; i < 20; i++) {
                    document.addPage(new PDPage());
                }
                document.save(pdf);
            }
        }
        long pages = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            PDFParser parser = new PDFParser(new RandomAccessFile(pdf, "r"));
            parser.parse();
            try (PDDocument document = parser.getPDDocument()) {
                pages += document.getNumberOfPages();
            }
        }
        System.out.println(pages);
    }
}
