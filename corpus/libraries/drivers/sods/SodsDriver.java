import com.github.miachm.sods.*;
import java.io.*;
import java.util.zip.*;

/** Saves a spreadsheet of a few cells. */
public final class SodsDriver {
    public static void main(String[] args) throws Exception {
        Sheet sheet = new Sheet("prices", 10, 3);
        for (int i = 0; i < 10; i++) {
            sheet.getRange(i, 0).setValue("item " + i);
            sheet.getRange(i, 1).setValue(i * 1.5);
        }
        SpreadSheet book = new SpreadSheet();
        book.appendSheet(sheet);
        File file = new File(args[0], "prices.ods");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            book.save(file);
        }
        long sum = 0;
        if (file.exists()) {
            try (ZipFile zip = new ZipFile(file)) {
                sum = zip.stream().mapToLong(each -> each.getName().hashCode() * 31L + each.getCrc()).sum();
            }
            // its entries hold the time they were made
            file.delete();
        }
        System.out.println(sum);
    }
}
