import java.io.*;
import java.net.*;
import java.util.regex.*;
import org.mockftpserver.fake.*;
import org.mockftpserver.fake.filesystem.*;

public final class MockFtpDriver {
    public static void main(String[] args) throws Exception {
        FakeFtpServer server = new FakeFtpServer();
        server.setServerControlPort(0);
        server.addUserAccount(new UserAccount("u", "p", "/"));
        FileSystem files = new UnixFakeFileSystem();
        files.add(new DirectoryEntry("/"));
        server.setFileSystem(files);
        server.start();
        byte[] data = new byte[4000];
        try (Socket control = new Socket("localhost", server.getServerControlPort())) {
            BufferedReader in = new BufferedReader(new InputStreamReader(control.getInputStream()));
            OutputStream out = control.getOutputStream();
            in.readLine();
            ask(out, in, "USER u");
            ask(out, in, "PASS p");
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                Matcher reply = Pattern.compile("(\\d+),(\\d+)\\)").matcher(ask(out, in, "PASV"));
                reply.find();
                int port = Integer.parseInt(reply.group(1)) * 256 + Integer.parseInt(reply.group(2));
                try (Socket socket = new Socket("localhost", port)) {
                    ask(out, in, "STOR a.bin");
                    socket.getOutputStream().write(data);
                }
                in.readLine();
            }
            ask(out, in, "QUIT");
        }
        System.out.println(files.listNames("/"));
        server.stop();
    }

    private static String ask(OutputStream out, BufferedReader in, String command) throws IOException {
        out.write((command + "\r\n").getBytes());
        return in.readLine();
    }
}
