import java.io.FileOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TIOStreamTransport;

/** Writes structures of four fields to a file. */
public final class ThriftDriver {
    public static void main(String[] args) throws Exception {
        try (OutputStream out = new FileOutputStream(Path.of(args[0], "out.bin").toFile())) {
            TBinaryProtocol protocol = new TBinaryProtocol(new TIOStreamTransport(out));
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                protocol.writeStructBegin(new TStruct("point"));
                for (short field = 1; field <= 4; field++) {
                    protocol.writeFieldBegin(new TField("f" + field, TType.I32, field));
                    protocol.writeI32(i + field);
                    protocol.writeFieldEnd();
                }
                protocol.writeFieldStop();
                protocol.writeStructEnd();
            }
        }
    }
}
