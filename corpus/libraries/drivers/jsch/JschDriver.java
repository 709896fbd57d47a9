import com.jcraft.jsch.JSch;
import java.nio.file.*;
import java.util.Base64;

/** Opens the known hosts of a user, as each new client does; one unit is one client. */
public final class JschDriver {
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0], "known_hosts");
        if (!Files.exists(file)) {
            StringBuilder hosts = new StringBuilder();
            byte[] key = new byte[100];
            System.arraycopy(new byte[] {0, 0, 0, 7, 's', 's', 'h', '-', 'r', 's', 'a'}, 0, key, 0, 11);
            for (int i = 0; i < 50; i++) {
                key[50] = (byte) i;
                hosts.append("host").append(i).append(" ssh-rsa ").append(Base64.getEncoder().encodeToString(key)).append('\n');
            }
            Files.writeString(file, hosts);
        }
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            JSch client = new JSch();
            client.setKnownHosts(file.toString());
            sum += client.getHostKeyRepository().getHostKey().length;
        }
        System.out.println(sum);
    }
}
