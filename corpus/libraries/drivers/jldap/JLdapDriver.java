import com.novell.ldap.*;
import java.io.*;
import java.net.*;

/** Searches a directory of forty entries, which a server in this program answers from. */
public final class JLdapDriver {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0);
        Thread thread = new Thread(() -> serve(server));
        thread.setDaemon(true);
        thread.start();
        LDAPConnection connection = new LDAPConnection();
        connection.connect("localhost", server.getLocalPort());
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            LDAPSearchResults found = connection.search("dc=example", LDAPConnection.SCOPE_SUB, "(cn=a)", null, false);
            while (found.hasMore()) {
                LDAPEntry entry = found.next();
                sum += entry.getDN().hashCode() + entry.getAttribute("mail").getStringValue().hashCode();
            }
        }
        System.out.println(sum);
        System.out.flush();
        System.exit(0);
    }

    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
            while (in.read() >= 0) {
                byte[] message = in.readNBytes(in.read());
                byte[] id = java.util.Arrays.copyOf(message, message[1] + 2);
                if (message[id.length] == 0x63) {
                    for (int i = 0; i < 40; i++) {
                        byte[] mail = tagged(0x30, tagged(4, "mail".getBytes()), tagged(0x31, tagged(4, ("user" + i + "@example").getBytes())));
                        byte[] name = tagged(4, ("cn=user" + i + ",dc=example").getBytes());
                        out.write(tagged(0x30, id, tagged(0x64, name, tagged(0x30, mail))));
                    }
                    out.write(tagged(0x30, id, tagged(0x65, tagged(0x0a, new byte[1]), tagged(4), tagged(4))));
                    out.flush();
                }
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    /** Returns a value of BER, of less than 128 bytes. */
    private static byte[] tagged(int tag, byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part);
        }
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        result.write(tag);
        result.write(all.size());
        all.writeTo(result);
        return result.toByteArray();
    }
}
