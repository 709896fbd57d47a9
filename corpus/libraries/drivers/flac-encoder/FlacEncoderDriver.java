import java.io.File;
import net.sourceforge.javaflacencoder.*;

/** Encodes short tones as FLAC; one unit is a file of two seconds at 8 kHz. */
public final class FlacEncoderDriver {
    public static void main(String[] args) throws Exception {
        int[] samples = new int[16_000];
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            for (int i = 0; i < samples.length; i++) {
                samples[i] = (int) (8000 * Math.sin(i * (unit % 10 + 1) / 40.0));
            }
            FLACEncoder encoder = new FLACEncoder();
            encoder.setStreamConfiguration(new StreamConfiguration(1, 64, 192, 8000, 16));
            EncodingConfiguration encoding = new EncodingConfiguration();
            encoder.setEncodingConfiguration(encoding);
            FLACFileOutputStream out = new FLACFileOutputStream(new File(args[0], "tone" + unit % 4 + ".flac"));
            encoder.setOutputStream(out);
            encoder.openFLACStream();
            encoder.addSamples(samples, samples.length);
            encoder.encodeSamples(samples.length, true);
            out.close();
        }
    }
}
