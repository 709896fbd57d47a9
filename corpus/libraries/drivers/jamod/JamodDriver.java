import java.net.InetAddress;
import net.wimpi.modbus.*;
import net.wimpi.modbus.io.ModbusTCPTransaction;
import net.wimpi.modbus.msg.*;
import net.wimpi.modbus.net.*;
import net.wimpi.modbus.procimg.*;

/** A Modbus master that reads 50 registers of a slave; one unit is one request. */
public final class JamodDriver {
    public static void main(String[] args) throws Exception {
        SimpleProcessImage image = new SimpleProcessImage();
        for (int i = 0; i < 50; i++) {
            image.addInputRegister(new SimpleInputRegister(i * 100));
        }
        ModbusCoupler.getReference().setProcessImage(image);
        ModbusCoupler.getReference().setMaster(false);
        ModbusCoupler.getReference().setUnitID(1);
        ModbusTCPListener listener = new ModbusTCPListener(1, InetAddress.getLoopbackAddress());
        listener.setPort(21502);
        listener.start();
        Thread.sleep(500);
        TCPMasterConnection connection = new TCPMasterConnection(InetAddress.getLoopbackAddress());
        connection.setPort(21502);
        connection.connect();
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            ModbusTCPTransaction transaction = new ModbusTCPTransaction(connection);
            transaction.setRequest(new ReadInputRegistersRequest(0, 50));
            transaction.execute();
            ReadInputRegistersResponse answer = (ReadInputRegistersResponse) transaction.getResponse();
            sum = sum * 31 + answer.getRegisterValue(i % 50);
        }
        connection.close();
        System.out.println(sum);
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
