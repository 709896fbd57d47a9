import com.unboundid.ldap.listener.*;
import com.unboundid.ldap.sdk.*;
import com.unboundid.ldap.sdk.unboundidds.tools.LDAPSearch;
import java.io.OutputStream;

/** Exports telephone numbers of 500 people with ldapsearch; one unit is one export. */
public final class UnboundidDriver {
    public static void main(String[] args) throws Exception {
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=acme,dc=com");
        config.setListenerConfigs(InMemoryListenerConfig.createLDAPConfig("default", java.net.InetAddress.getLoopbackAddress(), 0, null));
        config.setSchema(null);
        InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
        server.add("dn: dc=acme,dc=com", "objectClass: top", "objectClass: domain", "dc: acme");
        for (int i = 0; i < 500; i++) {
            server.add("dn: uid=p" + i + ",dc=acme,dc=com", "objectClass: person", "uid: p" + i, "cn: Person " + i,
                    "telephoneNumber: +49 30 " + i, "telephoneNumber: +49 40 " + i, "telephoneNumber: +49 89 " + i);
        }
        server.startListening();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            ResultCode code = LDAPSearch.main(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(),
                    "--noPropertiesFile", "--hostname", "127.0.0.1", "--port", "" + server.getListenPort(),
                    "--baseDN", "dc=acme,dc=com", "--outputFormat", "values-only", "--outputFile", args[0] + "/phones" + i % 5 + ".txt",
                    "(objectClass=person)", "cn", "telephoneNumber");
            if (code != ResultCode.SUCCESS) {
                throw new IllegalStateException(code.toString());
            }
        }
        server.shutDown(true);
    }
}
