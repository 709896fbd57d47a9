import java.io.File;
import org.tmatesoft.sqljet.core.SqlJetTransactionMode;
import org.tmatesoft.sqljet.core.table.*;

public final class SqlJetDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "a.db");
        file.delete();
        SqlJetDb db = SqlJetDb.open(file, true);
        db.beginTransaction(SqlJetTransactionMode.WRITE);
        db.createTable("CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)");
        db.commit();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            db.beginTransaction(SqlJetTransactionMode.WRITE);
            ISqlJetTable table = db.getTable("t");
            for (int j = 0; j < 20; j++) {
                table.insert((long) (i * 20 + j + 1), "name " + j);
            }
            db.commit();
        }
        db.beginTransaction(SqlJetTransactionMode.READ_ONLY);
        System.out.println(db.getTable("t").open().getRowCount());
        db.close();
        file.delete();
    }
}
