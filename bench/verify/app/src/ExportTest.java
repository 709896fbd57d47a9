import java.io.File;

/** A test without a framework: all records are in the file when the callback runs. */
final class ExportTest {
    public static void main(String[] args) throws Exception {
        Export.index(20, last -> {
            long length = new File("index.bin").length();
            if (length != 80) {
                throw new AssertionError("index.bin has " + length + " bytes after record " + last + ", expected 80");
            }
        });
    }
}
