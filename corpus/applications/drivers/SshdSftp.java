//DEPS org.apache.sshd:sshd-core:2.14.0 org.apache.sshd:sshd-sftp:2.14.0 org.slf4j:slf4j-nop:2.0.16
//KIND server
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClientFactory;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/** Apache MINA SSHD: clients fetch small files over SFTP. */
final class SshdSftp {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        Path home = Bench.work().resolve("home");
        Files.createDirectories(home);
        for (int i = 0; i < 50; i++) {
            Files.write(home.resolve("f" + i + ".bin"), new byte[8000]);
        }
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setPort(0);
        server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider(Bench.work().resolve("host.key")));
        server.setPasswordAuthenticator((user, password, session) -> true);
        server.setFileSystemFactory(new VirtualFileSystemFactory(home));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        server.start();
        Bench.serve(SshdSftp.class, "" + server.getPort());
    }

    private static void client(int port) throws Exception {
        SshClient client = SshClient.setUpDefaultClient();
        client.setServerKeyVerifier((session, address, key) -> true);
        client.start();
        ThreadLocal<SftpClient> clients = ThreadLocal.withInitial(() -> {
            try {
                ClientSession session = client.connect("user", "127.0.0.1", port).verify(10_000).getSession();
                session.addPasswordIdentity("secret");
                session.auth().verify(10_000);
                return SftpClientFactory.instance().createSftpClient(session);
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        int[] next = new int[1];
        Bench.load(3, () -> {
            try (InputStream in = clients.get().read("/f" + Math.floorMod(next[0]++, 50) + ".bin")) {
                if (in.readAllBytes().length != 8000) {
                    throw new IllegalStateException("short file");
                }
            }
        });
    }
}
