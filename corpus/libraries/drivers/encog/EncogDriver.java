import java.nio.file.Path;
import org.encog.ml.data.basic.BasicMLData;
import org.encog.ml.data.buffer.BufferedMLDataSet;

public final class EncogDriver {
    public static void main(String[] args) throws Exception {
        BufferedMLDataSet set = new BufferedMLDataSet(Path.of(args[0], "training.egb").toFile());
        set.beginLoad(4, 1);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            set.add(new BasicMLData(new double[] {i, i / 3.0, i % 7, -i}), new BasicMLData(new double[] {i % 2}));
        }
        set.endLoad();
        System.out.println(set.getRecordCount());
        set.close();
    }
}
