import de.huxhorn.sulky.codec.*;
import de.huxhorn.sulky.codec.filebuffer.CodecFileBuffer;
import java.io.File;
import java.util.*;

/** Keeps events in a file buffer; one unit is an event. */
public final class SulkyDriver {
    public static void main(String[] args) throws Exception {
        Codec<String> codec = new DelegatingCodecBase<>(String::getBytes, String::new) {
        };
        File data = new File(args[0], "events.dat");
        File index = new File(args[0], "events.index");
        CodecFileBuffer<String> events = new CodecFileBuffer<>(42, false, null, codec, data, index);
        List<String> received = new ArrayList<>();
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            received.add("event " + unit);
        }
        for (String event : received) {
            events.add(event);
        }
        System.out.println(events.getSize());
    }
}
