//DEPS org.apache.jena:jena-tdb2:4.10.0 org.apache.jena:jena-arq:4.10.0 org.slf4j:slf4j-nop:2.0.16
//KIND graph
import org.apache.jena.query.Dataset;
import org.apache.jena.query.QueryExecution;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.ResourceFactory;
import org.apache.jena.system.Txn;
import org.apache.jena.tdb2.TDB2Factory;
import org.apache.jena.vocabulary.RDFS;

/** Apache Jena TDB2: a person is added in each transaction, and every tenth time a query asks for one. */
final class JenaTriples {
    private static int next;

    public static void main(String[] args) throws Exception {
        Dataset dataset = TDB2Factory.connectDataset(Bench.work().resolve("tdb").toString());
        Bench.loop(1, () -> {
            int number = next++;
            Txn.executeWrite(dataset, () -> {
                Model model = dataset.getDefaultModel();
                Resource person = model.createResource("http://example.org/person/" + number);
                person.addProperty(RDFS.label, "person " + number);
                person.addProperty(ResourceFactory.createProperty("http://example.org/knows"),
                        model.createResource("http://example.org/person/" + number / 2));
            });
            if (number % 10 == 0) {
                Txn.executeRead(dataset, () -> query(dataset, number));
            }
        });
    }

    private static void query(Dataset dataset, int number) {
        String text = "SELECT ?who WHERE { ?who <http://example.org/knows> <http://example.org/person/" + number / 2 + "> }";
        try (QueryExecution execution = QueryExecutionFactory.create(text, dataset)) {
            if (!execution.execSelect().hasNext()) {
                throw new IllegalStateException("nobody knows " + number / 2);
            }
        }
    }
}
