import com.healthmarketscience.jackcess.*;
import java.io.File;

public final class JackcessDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "a.mdb");
        file.delete();
        try (Database db = DatabaseBuilder.create(Database.FileFormat.V2000, file)) {
            Table table = new TableBuilder("t").addColumn(new ColumnBuilder("a", DataType.LONG))
                    .addColumn(new ColumnBuilder("b", DataType.TEXT)).toTable(db);
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                table.addRow(i, "row " + i);
            }
            System.out.println(table.getRowCount());
        }
        file.delete();
    }
}
