//DEPS org.apache.poi:poi-ooxml:5.3.0 org.apache.logging.log4j:log4j-core:2.24.3
//KIND library
import java.io.FileOutputStream;
import java.io.OutputStream;
import org.apache.poi.xssf.streaming.SXSSFRow;
import org.apache.poi.xssf.streaming.SXSSFSheet;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;

/** POI writes spreadsheets with its streaming form (temporary files for each sheet). */
final class PoiSheets {
    public static void main(String[] args) throws Exception {
        String file = Bench.work().resolve("out.xlsx").toString();
        Bench.loop(1, () -> {
            try (SXSSFWorkbook book = new SXSSFWorkbook(100); OutputStream out = new FileOutputStream(file)) {
                for (int s = 0; s < 3; s++) {
                    SXSSFSheet sheet = book.createSheet("s" + s);
                    for (int r = 0; r < 1000; r++) {
                        SXSSFRow row = sheet.createRow(r);
                        for (int c = 0; c < 10; c++) {
                            row.createCell(c).setCellValue("cell " + r + " " + c);
                        }
                    }
                }
                book.write(out);
            }
        });
    }
}
