import java.io.*;
import java.net.*;
import org.jgroups.stack.*;
import org.jgroups.util.*;
import org.jgroups.util.UUID;

public final class JGroupsDriver {
    public static void main(String[] args) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        GossipRouter router = new GossipRouter(port, "127.0.0.1");
        router.start();
        RouterStub[] members = new RouterStub[5];
        for (int i = 0; i < members.length; i++) {
            members[i] = new RouterStub("127.0.0.1", port, InetAddress.getByName("127.0.0.1"), null);
            members[i].connect("cluster", new UUID(1, i), "member" + i, new IpAddress("127.0.0.1", 7800 + i));
        }
        int sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Responses found = new Responses(members.length, false);
            members[i % members.length].getMembers("cluster", found);
            sum += found.size();
        }
        out.println(sum);
        out.flush();
        System.exit(0);
    }
}
