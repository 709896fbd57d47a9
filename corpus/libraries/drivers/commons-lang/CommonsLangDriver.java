import java.io.*;
import java.nio.file.*;
import java.util.*;
import org.apache.commons.lang.SerializationUtils;

/** Reads saved sessions; one unit is a session of 40 attributes. */
public final class CommonsLangDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "session.ser");
        if (!file.exists()) {
            LinkedHashMap<String, Serializable> session = new LinkedHashMap<>();
            for (int i = 0; i < 40; i++) {
                session.put("attribute" + i, new ArrayList<>(List.of("value " + i, i, (long) i)));
            }
            SerializationUtils.serialize(session, new FileOutputStream(file));
        }
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            sum = sum * 31 + SerializationUtils.deserialize(new FileInputStream(file)).hashCode();
        }
        System.out.println(sum);
    }
}
