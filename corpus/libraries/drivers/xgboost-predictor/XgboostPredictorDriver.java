import biz.k11i.xgboost.Predictor;
import biz.k11i.xgboost.util.FVec;
import java.io.*;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;

/** Loads a model of 20 trees of 31 nodes and scores one customer; one unit is one model. */
public final class XgboostPredictorDriver {
    private static final int TREES = 20;
    private static final int NODES = 31;

    public static void main(String[] args) throws Exception {
        Path model = Path.of(args[0], "churn.model");
        if (!Files.exists(model)) {
            Files.write(model, model());
        }
        double sum = 0;
        FVec customer = FVec.Transformer.fromArray(new float[] {0.3f, 0.7f, 0.1f, 0.9f}, false);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sum += load(model.toFile()).predictSingle(customer);
        }
        System.out.println(sum);
    }

    private static Predictor load(File model) throws IOException {
        try (FileInputStream in = new FileInputStream(model)) {
            return new Predictor(in);
        }
    }

    private static byte[] model() {
        ByteBuffer out = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
        out.putFloat(0.5f).putInt(4).putInt(0).putInt(0).putInt(0).putInt(0).putInt(90).put(new byte[27 * 4]);
        text(out, "reg:squarederror");
        text(out, "gbtree");
        out.putInt(TREES).putInt(1).putInt(4).putInt(0).putLong(0).putInt(1).putInt(0).put(new byte[31 * 4]).putInt(0);
        for (int tree = 0; tree < TREES; tree++) {
            out.putInt(1).putInt(NODES).putInt(0).putInt(4).putInt(4).putInt(0).put(new byte[31 * 4]);
            for (int node = 0; node < NODES; node++) {
                boolean leaf = node >= NODES / 2;
                out.putInt(node == 0 ? -1 : (node - 1) / 2).putInt(leaf ? -1 : 2 * node + 1).putInt(leaf ? -1 : 2 * node + 2);
                out.putInt(node % 4).putFloat(leaf ? 0.01f * (node + tree) : 0.1f * (node % 10));
            }
            out.put(new byte[16 * NODES]);
        }
        out.put(new byte[4 * TREES]);
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    private static void text(ByteBuffer out, String text) {
        out.putLong(text.length()).put(text.getBytes(StandardCharsets.US_ASCII));
    }
}
