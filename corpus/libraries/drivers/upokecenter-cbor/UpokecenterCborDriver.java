import com.upokecenter.cbor.CBORObject;
import java.io.*;

/** Appends measurements to a file; one unit is one measurement of eight fields. */
public final class UpokecenterCborDriver {
    public static void main(String[] args) throws Exception {
        try (FileOutputStream out = new FileOutputStream(new File(args[0], "measured.cbor"))) {
            for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
                CBORObject measured = CBORObject.NewMap().Add("sensor", "outside " + unit % 10).Add("time", 1_600_000_000L + unit);
                CBORObject values = CBORObject.NewArray();
                for (int i = 0; i < 6; i++) {
                    values.Add(unit * 0.37 + i);
                }
                measured.Add("values", values);
                measured.WriteTo(out);
            }
        }
    }
}
