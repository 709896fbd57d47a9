import io.protostuff.*;
import java.io.IOException;

final class Order {
    static final Schema<Order> SCHEMA = new OrderSchema();
    long id;
    String customer;

    private static final class OrderSchema implements Schema<Order> {
        @Override
        public String getFieldName(int number) {
            return number == 1 ? "id" : "customer";
        }

        @Override
        public int getFieldNumber(String name) {
            return name.equals("id") ? 1 : 2;
        }

        @Override
        public boolean isInitialized(Order order) {
            return true;
        }

        @Override
        public Order newMessage() {
            return new Order();
        }

        @Override
        public String messageName() {
            return "Order";
        }

        @Override
        public String messageFullName() {
            return "Order";
        }

        @Override
        public Class<? super Order> typeClass() {
            return Order.class;
        }

        @Override
        public void mergeFrom(Input input, Order order) throws IOException {
            for (int number = input.readFieldNumber(this); number != 0; number = input.readFieldNumber(this)) {
                if (number == 1) {
                    order.id = input.readInt64();
                } else {
                    order.customer = input.readString();
                }
            }
        }

        @Override
        public void writeTo(Output output, Order order) throws IOException {
            output.writeInt64(1, order.id, false);
            output.writeString(2, order.customer, false);
        }
    }
}
