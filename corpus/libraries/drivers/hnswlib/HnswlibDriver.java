import com.github.jelmerk.knn.*;
import com.github.jelmerk.knn.hnsw.HnswIndex;
import java.io.*;
import java.util.Random;

/** Saves a search index of 2,000 vectors; one unit is one index. */
public final class HnswlibDriver {
    public record Product(Integer id, float[] vector) implements Item<Integer, float[]> {
        @Override
        public int dimensions() {
            return vector.length;
        }
    }

    public static void main(String[] args) throws Exception {
        File input = new File(args[0], "products.index");
        if (!input.exists()) {
            try (OutputStream out = new BufferedOutputStream(new FileOutputStream(input), 65536)) {
                built().save(out);
            }
        }
        HnswIndex<Integer, float[], Product, Float> index;
        try (InputStream in = new BufferedInputStream(new FileInputStream(input), 65536)) {
            index = HnswIndex.load(in);
        }
        File copy = new File(args[0], "copy.index");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            index.save(copy);
        }
        System.out.println(index.size());
    }

    private static HnswIndex<Integer, float[], Product, Float> built() {
        HnswIndex<Integer, float[], Product, Float> index =
                HnswIndex.newBuilder(16, DistanceFunctions.FLOAT_EUCLIDEAN_DISTANCE, 2000).withM(8).withEfConstruction(30).build();
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            float[] vector = new float[16];
            for (int j = 0; j < vector.length; j++) {
                vector[j] = random.nextFloat();
            }
            index.add(new Product(i, vector));
        }
        return index;
    }
}
