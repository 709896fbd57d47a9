import com.dd.plist.*;
import java.io.File;

public final class PlistDriver {
    public static void main(String[] args) throws Exception {
        NSDictionary root = new NSDictionary();
        for (int i = 0; i < 200; i++) {
            NSDictionary item = new NSDictionary();
            item.put("name", "item " + i);
            item.put("count", i * 7L);
            root.put("k" + i, item);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            BinaryPropertyListWriter.write(new File(args[0], "a.plist"), root);
        }
    }
}
