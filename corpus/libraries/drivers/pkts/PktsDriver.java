import io.pkts.PcapOutputStream;
import io.pkts.buffer.Buffers;
import io.pkts.frame.*;
import io.pkts.packet.impl.PCapPacketImpl;
import java.io.FileOutputStream;

public final class PktsDriver {
    public static void main(String[] args) throws Exception {
        byte[] payload = new byte[90];
        try (PcapOutputStream out = PcapOutputStream.create(
                PcapGlobalHeader.createDefaultHeader(), new FileOutputStream(args[0] + "/a.pcap"))) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                payload[0] = (byte) i;
                out.write(new PCapPacketImpl(PcapRecordHeader.createDefaultHeader(1_600_000_000_000L + i), Buffers.wrap(payload)));
            }
        }
    }
}
