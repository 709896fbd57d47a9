import com.linuxense.javadbf.DBFDataType;
import com.linuxense.javadbf.DBFField;
import com.linuxense.javadbf.DBFWriter;
import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;

/** Appends records to a dBase file. */
public final class JavaDbfDriver {
    public static void main(String[] args) throws Exception {
        File table = Path.of(args[0], "out.dbf").toFile();
        Files.deleteIfExists(table.toPath());
        DBFWriter writer = new DBFWriter(table);
        DBFField name = new DBFField("NAME", DBFDataType.CHARACTER, 20);
        DBFField amount = new DBFField("AMOUNT", DBFDataType.NUMERIC, 12, 2);
        DBFField paid = new DBFField("PAID", DBFDataType.LOGICAL);
        writer.setFields(new DBFField[] {name, amount, paid});
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            writer.addRecord(new Object[] {"customer " + i, new BigDecimal(i), i % 2 == 0});
        }
        writer.close();
    }
}
