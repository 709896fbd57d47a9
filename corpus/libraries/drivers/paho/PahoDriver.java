import java.io.*;
import java.net.*;
import java.util.concurrent.*;
import org.eclipse.paho.client.mqttv3.*;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;

public final class PahoDriver {
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[1]);
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread broker = new Thread(() -> serve(server, count));
        broker.setDaemon(true);
        broker.start();
        CountDownLatch all = new CountDownLatch(count);
        long[] bytes = new long[1];
        MqttClient client = new MqttClient("tcp://127.0.0.1:" + server.getLocalPort(), "c", new MemoryPersistence());
        client.setCallback(new MqttCallback() {
            public void connectionLost(Throwable cause) {}
            public void deliveryComplete(IMqttDeliveryToken token) {}
            public void messageArrived(String topic, MqttMessage message) {
                bytes[0] += message.getPayload().length + topic.length();
                all.countDown();
            }
        });
        client.connect();
        all.await(100, TimeUnit.SECONDS);
        System.out.println(bytes[0] + " " + all.getCount());
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void serve(ServerSocket server, int count) {
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            byte[] some = new byte[1000];
            in.read(some);
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 65536);
            out.write(new byte[] {0x20, 2, 0, 0});
            out.flush();
            Thread.sleep(300);
            byte[] body = new byte[2 + 5 + 40];
            body[1] = 5;
            System.arraycopy("topic".getBytes("US-ASCII"), 0, body, 2, 5);
            for (int i = 0; i < count; i++) {
                out.write(0x30);
                out.write(body.length);
                out.write(body);
            }
            out.flush();
            Thread.sleep(100_000);
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
