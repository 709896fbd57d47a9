import java.io.File;
import javazoom.jl.converter.WaveFile;

/** Writes a tone to a wave file, sample by sample; one unit is one sample of two channels. */
public final class JlayerDriver {
    public static void main(String[] args) {
        WaveFile wave = new WaveFile();
        wave.OpenForWrite(new File(args[0], "tone.wav").getPath(), 44100, (short) 16, (short) 2);
        short[] sample = new short[2];
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            sample[0] = (short) (i % 100 * 300);
            sample[1] = (short) -sample[0];
            wave.WriteData(sample, 2);
        }
        wave.Close();
        System.out.println(new File(args[0], "tone.wav").length());
    }
}
