import java.io.File;
import opennlp.tools.ml.maxent.GISModel;
import opennlp.tools.ml.maxent.io.BinaryGISModelWriter;
import opennlp.tools.ml.model.Context;

public final class OpenNlpDriver {
    public static void main(String[] args) throws Exception {
        int n = 500;
        Context[] params = new Context[n];
        String[] labels = new String[n];
        for (int i = 0; i < n; i++) {
            labels[i] = "feature=" + i;
            params[i] = new Context(i % 2 == 0 ? new int[] {0, 1} : new int[] {1}, i % 2 == 0 ? new double[] {i, i * 0.5} : new double[] {-i});
        }
        GISModel model = new GISModel(params, labels, new String[] {"yes", "no"}, 1, 0.0);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            new BinaryGISModelWriter(model, new File(args[0], "model.bin")).persist();
        }
    }
}
