import java.io.File;
import java.util.Arrays;
import org.eclipse.rdf4j.sail.nativerdf.datastore.DataStore;

/** Looks values up by number and numbers by value in a store of the native database. */
public final class NativeRdfDriver {
    public static void main(String[] args) throws Exception {
        try (DataStore store = new DataStore(new File(args[0]), "values")) {
            for (int i = store.getMaxID(); i < 20_000; i++) {
                store.storeData(("http://example.org/person/" + i).getBytes());
            }
            long sum = 0;
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                byte[] value = store.getData(1 + (int) (i * 7919L % 20_000));
                sum = sum * 31 + Arrays.hashCode(value) + store.getID(value);
            }
            System.out.println(sum);
        }
    }
}
