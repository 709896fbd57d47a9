import java.io.*;
import java.util.zip.*;
import org.dhatim.fastexcel.*;

/** Writes a spreadsheet of 500 rows; one unit is one file. */
public final class FastexcelDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "rows.xlsx");
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            try (OutputStream out = new FileOutputStream(file)) {
                Workbook workbook = new Workbook(out, "shop", "1.0");
                Worksheet sheet = workbook.newWorksheet("rows");
                for (int row = 0; row < 500; row++) {
                    sheet.value(row, 0, "customer " + row * 31 % 977);
                    sheet.value(row, 1, row * 7919 % 100_003);
                }
                workbook.finish();
            }
        }
        if (file.exists()) {
            // entries hold the time, so what is in the sheet is compared
            try (ZipFile zip = new ZipFile(file); InputStream in = zip.getInputStream(zip.getEntry("xl/worksheets/sheet1.xml"))) {
                System.out.println(java.util.Arrays.hashCode(in.readAllBytes()));
            }
            file.delete();
        }
    }
}
