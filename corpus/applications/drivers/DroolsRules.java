//DEPS org.drools:drools-engine:8.44.0.Final org.drools:drools-mvel:8.44.0.Final org.slf4j:slf4j-nop:2.0.16
//KIND good
import org.kie.api.KieBase;
import org.kie.api.KieServices;
import org.kie.api.builder.KieFileSystem;
import org.kie.api.builder.Message;
import org.kie.api.definition.type.FactType;
import org.kie.api.runtime.KieSession;

/** Drools decides the discounts of a hundred orders in a session; the rules are compiled once. */
final class DroolsRules {
    private static final String RULES = """
            package shop;
            declare Order
              customer : int
              amount : int
              discount : int
            end
            rule "large" when $o : Order(amount > 500) then $o.setDiscount(10); end
            rule "regular" when $o : Order(amount > 100, amount <= 500, customer < 50) then $o.setDiscount(5); end
            rule "pair" when $o : Order(amount <= 100, $c : customer) exists Order(customer == $c, amount > 500)
              then $o.setDiscount(3); end
            """;

    public static void main(String[] args) throws Exception {
        KieServices services = KieServices.Factory.get();
        KieFileSystem files = services.newKieFileSystem();
        files.write("src/main/resources/shop/rules.drl", RULES);
        var builder = services.newKieBuilder(files).buildAll();
        if (builder.getResults().hasMessages(Message.Level.ERROR)) {
            throw new IllegalStateException(builder.getResults().toString());
        }
        KieBase rules = services.newKieContainer(builder.getKieModule().getReleaseId()).getKieBase();
        FactType order = rules.getFactType("shop", "Order");
        int[] next = new int[1];
        Bench.loop(1, () -> {
            KieSession session = rules.newKieSession();
            for (int i = 0; i < 100; i++) {
                Object fact = order.newInstance();
                order.set(fact, "customer", i % 80);
                order.set(fact, "amount", (i * 37 + next[0]++) % 1000);
                session.insert(fact);
            }
            if (session.fireAllRules() == 0) {
                throw new IllegalStateException("no rule fired");
            }
            session.dispose();
        });
    }
}
