import java.io.File;
import org.rrd4j.*;
import org.rrd4j.core.*;

public final class Rrd4jDriver {
    public static void main(String[] args) throws Exception {
        String path = args[0] + "/a.rrd";
        RrdBackendFactory factory = RrdBackendFactory.getFactory("FILE");
        RrdDef def = new RrdDef(path, 1000000000L, 60);
        def.addDatasource("load", DsType.GAUGE, 120, 0, Double.NaN);
        def.addDatasource("used", DsType.COUNTER, 120, 0, Double.NaN);
        def.addArchive(ConsolFun.AVERAGE, 0.5, 1, 600);
        def.addArchive(ConsolFun.MAX, 0.5, 6, 600);
        RrdDb db = new RrdDb(def, factory);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Sample sample = db.createSample(1000000060L + i * 60L);
            sample.setValue("load", i % 17);
            sample.setValue("used", i * 10);
            sample.update();
        }
        System.out.println(db.getLastUpdateTime() + " " + db.getArchive(0).getArcState(0).getAccumValue());
        db.close();
    }
}
