import java.io.Serializable;
import java.util.Date;
import org.prevayler.*;

/** A business system whose transactions go to a journal; one unit is one transaction. */
public final class PrevaylerDriver {
    public static void main(String[] args) throws Exception {
        PrevaylerFactory<Stock> factory = new PrevaylerFactory<>();
        factory.configurePrevalentSystem(new Stock());
        factory.configurePrevalenceDirectory(args[0] + "/stock");
        factory.configureClock(() -> new Date(1_600_000_000_000L));
        Prevayler<Stock> prevayler = factory.create();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            prevayler.execute(new Delivery(i));
        }
        System.out.println(prevayler.prevalentSystem().pieces);
        prevayler.close();
    }

    private static final class Stock implements Serializable {
        private static final long serialVersionUID = 1;
        private long pieces;
    }

    private static final class Delivery implements Transaction<Stock> {
        private static final long serialVersionUID = 1;
        private final int pieces;

        private Delivery(int pieces) {
            this.pieces = pieces;
        }

        @Override
        public void executeOn(Stock stock, Date now) {
            stock.pieces += pieces;
        }
    }
}
