import quickfix.*;

public final class QuickFixDriver {
    public static void main(String[] args) throws Exception {
        SessionSettings settings = new SessionSettings();
        settings.setString("FileLogPath", args[0]);
        Log log = new FileLogFactory(settings).create(new SessionID("FIX.4.4", "SENDER", "TARGET"));
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            log.onIncoming("8=FIX.4.4\u00019=63\u000135=D\u000134=" + i
                    + "\u000149=TARGET\u000156=SENDER\u000110=128\u0001");
            log.onOutgoing("8=FIX.4.4\u00019=63\u000135=8\u000134=" + i
                    + "\u000149=SENDER\u000156=TARGET\u000110=127\u0001");
        }
        ((FileLog) log).close();
    }
}
