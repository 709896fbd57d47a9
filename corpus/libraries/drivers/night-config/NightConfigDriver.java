import com.electronwill.nightconfig.core.file.CommentedFileConfig;
import java.io.File;

/** Keeps counters of a game in its configuration; one unit is a changed value. */
public final class NightConfigDriver {
    public static void main(String[] args) throws Exception {
        CommentedFileConfig config = CommentedFileConfig.builder(new File(args[0], "game.toml")).sync().autosave().build();
        config.load();
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            config.set("players.player" + unit % 20, unit);
        }
        config.save();
        config.close();
    }
}
