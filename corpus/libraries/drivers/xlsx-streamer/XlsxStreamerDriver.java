import com.monitorjbl.xlsx.StreamingReader;
import java.io.*;
import java.nio.file.*;
import java.util.Random;
import org.apache.poi.ss.usermodel.*;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;

public final class XlsxStreamerDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "book.xlsx");
        if (!Files.exists(file)) {
            try (SXSSFWorkbook book = new SXSSFWorkbook();
                    OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                Sheet sheet = book.createSheet("a");
                Random random = new Random(1);
                for (int i = 0; i < 10_000; i++) {
                    Row row = sheet.createRow(i);
                    for (int j = 0; j < 10; j++) {
                        row.createCell(j).setCellValue(random.nextInt());
                    }
                }
                book.write(out);
            }
        }
        int sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (InputStream in = new FileInputStream(file.toFile());
                    Workbook book = StreamingReader.builder().open(in)) {
                sum += book.getNumberOfSheets();
            }
        }
        System.out.println(sum);
    }
}
