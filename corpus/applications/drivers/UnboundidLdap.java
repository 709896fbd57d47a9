//DEPS com.unboundid:unboundid-ldapsdk:7.0.2
//KIND server
import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.SearchScope;
import java.util.concurrent.ThreadLocalRandom;

/** UnboundID's directory server in memory: clients look up one person after the other over LDAP. */
final class UnboundidLdap {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            client(Integer.parseInt(args[0]));
            return;
        }
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example,dc=com");
        config.setListenerConfigs(InMemoryListenerConfig.createLDAPConfig("plain", 0));
        InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
        server.add("dn: dc=example,dc=com", "objectClass: top", "objectClass: domain", "dc: example");
        for (int i = 0; i < 1000; i++) {
            server.add("dn: uid=u" + i + ",dc=example,dc=com", "objectClass: top", "objectClass: person",
                    "objectClass: organizationalPerson", "objectClass: inetOrgPerson", "uid: u" + i, "sn: Name" + i,
                    "cn: First Name" + i, "mail: u" + i + "@example.com", "telephoneNumber: +1 555 " + i);
        }
        server.startListening();
        Bench.serve(UnboundidLdap.class, "" + server.getListenPort());
    }

    private static void client(int port) throws Exception {
        ThreadLocal<LDAPConnection> connections = ThreadLocal.withInitial(() -> {
            try {
                return new LDAPConnection("127.0.0.1", port);
            } catch (com.unboundid.ldap.sdk.LDAPException e) {
                throw new IllegalStateException(e);
            }
        });
        Bench.load(4, () -> {
            String name = "uid=u" + ThreadLocalRandom.current().nextInt(1000) + ",dc=example,dc=com";
            if (connections.get().search(name, SearchScope.BASE, "(objectClass=*)").getEntryCount() != 1) {
                throw new IllegalStateException(name);
            }
        });
    }
}
