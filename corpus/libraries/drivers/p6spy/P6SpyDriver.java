import com.p6spy.engine.spy.appender.FileLogger;
import java.io.File;

public final class P6SpyDriver {
    public static void main(String[] args) throws Exception {
        System.setProperty("p6spy.config.append", "false");
        FileLogger logger = new FileLogger();
        logger.setLogfile(new File(args[0], "spy.log").getPath());
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            logger.logText("1700000000000|0|statement|connection 1|select * from t where id = ?|select * from t where id = " + i);
        }
    }
}
