import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.*;
import java.io.*;
import java.util.*;

/** Writes and reads a list of 5,000 orders; one unit is one file. */
public final class KryoDriver {
    public static void main(String[] args) throws Exception {
        Kryo kryo = new Kryo();
        kryo.register(ArrayList.class);
        kryo.register(HashMap.class);
        ArrayList<Object> orders = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            orders.add(new HashMap<>(Map.of("id", i, "customer", "customer " + i % 77)));
        }
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            File file = new File(args[0], "orders" + unit % 2 + ".bin");
            try (Output out = new Output(new FileOutputStream(file))) {
                kryo.writeClassAndObject(out, orders);
            }
            try (Input in = new Input(new FileInputStream(file))) {
                sum += ((List<?>) kryo.readClassAndObject(in)).size();
            }
        }
        System.out.println(sum);
    }
}
