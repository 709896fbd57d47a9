import cc.mallet.classify.*;
import cc.mallet.classify.tui.Csv2Classify;
import cc.mallet.pipe.*;
import cc.mallet.types.*;
import java.io.*;
import java.nio.file.*;
import java.util.List;

/** Classifies texts with mallet's command classify-file; one unit is one text. */
public final class MalletDriver {
    private static final String[] LABELS = {"order", "refund", "complaint", "praise"};

    public static void main(String[] args) throws Exception {
        File model = new File(args[0], "texts.classifier");
        if (!model.exists()) {
            train(model);
        }
        Path input = Path.of(args[0], "texts.txt");
        StringBuilder texts = new StringBuilder();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            texts.append("text").append(i).append(' ').append(LABELS[i % 4]).append(" word").append(i % 10).append('\n');
        }
        Files.writeString(input, texts);
        Csv2Classify.main(new String[] {"--input", input.toString(), "--output", args[0] + "/labels.txt",
                "--classifier", model.getPath(), "--encoding", "UTF-8"});
    }

    private static void train(File file) throws IOException {
        InstanceList texts = new InstanceList(new SerialPipes(List.of(new Target2Label(), new CharSequence2TokenSequence(),
                new TokenSequence2FeatureSequence(), new FeatureSequence2FeatureVector())));
        for (int i = 0; i < 40; i++) {
            texts.addThruPipe(new Instance(LABELS[i % 4] + " word" + i % 10, LABELS[i % 4], "text" + i, null));
        }
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(new FileOutputStream(file)))) {
            out.writeObject(new NaiveBayesTrainer().train(texts));
        }
    }
}
