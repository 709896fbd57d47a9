import de.idyl.winzipaes.*;
import de.idyl.winzipaes.impl.*;
import java.io.*;
import java.util.List;

/** Lists an encrypted zip file of 100 entries; one unit is one listing. */
public final class WinzipaesDriver {
    public static void main(String[] args) throws Exception {
        File file = new File(args[0], "orders.zip");
        if (!file.exists()) {
            AesZipFileEncrypter encrypter = new AesZipFileEncrypter(file, new AESEncrypterBC());
            for (int i = 0; i < 100; i++) {
                encrypter.add("order" + i + ".txt", new ByteArrayInputStream(("order " + i).getBytes()), "secret");
            }
            encrypter.close();
        }
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            AesZipFileDecrypter decrypter = new AesZipFileDecrypter(file, new AESDecrypterBC());
            for (ExtZipEntry entry : decrypter.getEntryList()) {
                sum = sum * 31 + entry.getName().hashCode() + entry.getSize();
            }
            decrypter.close();
        }
        System.out.println(sum);
    }
}
