import com.lowagie.text.Document;
import com.lowagie.text.Paragraph;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfWriter;
import com.lowagie.text.pdf.RandomAccessFileOrArray;
import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Path;

/** Opens a PDF file by plain random access, which maps nothing. */
public final class OpenPdfDriver {
    public static void main(String[] args) throws Exception {
        File pdf = Path.of(args[0], "in.pdf").toFile();
        if (!pdf.exists()) {
            Document document = new Document();
            PdfWriter.getInstance(document, new FileOutputStream(pdf));
            document.open();
            for (int i = 0; i < 20; i++) {
                document.add(new Paragraph("page " + i));
                document.newPage();
            }
            document.close();
        }
        long pages = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            RandomAccessFileOrArray file = new RandomAccessFileOrArray(pdf.getPath(), false, true);
            PdfReader reader = new PdfReader(file, null);
            pages += reader.getNumberOfPages();
            reader.close();
        }
        System.out.println(pages);
    }
}
