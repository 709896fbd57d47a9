import org.ejml.data.DMatrixRMaj;
import org.ejml.ops.MatrixIO;

/** Saves a matrix of a hundred rows as text. */
public final class EjmlDriver {
    public static void main(String[] args) throws Exception {
        DMatrixRMaj matrix = new DMatrixRMaj(100, 20);
        for (int i = 0; i < matrix.getNumElements(); i++) {
            matrix.set(i, i / 7.0);
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            MatrixIO.saveDenseCSV(matrix, args[0] + "/matrix.csv");
        }
    }
}
