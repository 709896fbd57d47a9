import java.io.*;
import java.util.*;
import org.msgpack.MessagePack;
import org.msgpack.packer.Packer;

public final class MsgpackDriver {
    public static void main(String[] args) throws Exception {
        MessagePack msgpack = new MessagePack();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            OutputStream out = new FileOutputStream(new File(args[0], "events.msgpack"));
            try {
                Packer packer = msgpack.createPacker(out);
                for (int j = 0; j < 200; j++) {
                    packer.writeMapBegin(3);
                    packer.write("id").write(j * 1000);
                    packer.write("name").write("event " + j);
                    packer.write("value").write(j * 0.5);
                    packer.writeMapEnd();
                }
            } finally {
                out.close();
            }
        }
    }
}
