import java.io.File;
import java.nio.file.Path;
import jxl.Workbook;
import jxl.WorkbookSettings;
import jxl.write.Label;
import jxl.write.WritableSheet;
import jxl.write.WritableWorkbook;

/** Writes a sheet through a temporary file, as the manual advises for large ones. */
public final class JxlDriver {
    public static void main(String[] args) throws Exception {
        File book = Path.of(args[0], "out.xls").toFile();
        WorkbookSettings settings = new WorkbookSettings();
        settings.setUseTemporaryFileDuringWrite(true);
        settings.setTemporaryFileDuringWriteDirectory(new File(args[0]));
        for (int n = 0; n < Math.max(1, Integer.parseInt(args[1])); n++) {
            WritableWorkbook workbook = Workbook.createWorkbook(book, settings);
            WritableSheet sheet = workbook.createSheet("data", 0);
            for (int i = 0; i < 200; i++) {
                sheet.addCell(new Label(0, i, "row " + i));
                sheet.addCell(new jxl.write.Number(1, i, i));
            }
            workbook.write();
            workbook.close();
        }
    }
}
