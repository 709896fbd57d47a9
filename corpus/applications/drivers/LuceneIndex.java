//DEPS org.apache.lucene:lucene-core:9.12.1
//KIND store
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/** Lucene adds documents, commits every tenth (as a "save at once" service does), searches; {@code batch} commits every 2000. */
final class LuceneIndex {
    public static void main(String[] args) throws Exception {
        IndexWriter writer = new IndexWriter(FSDirectory.open(Bench.work().resolve("index")),
                new IndexWriterConfig(new StandardAnalyzer()));
        Random random = new Random(1);
        int every = Bench.is("batch") ? 2000 : 10;
        int[] documents = new int[1];
        Bench.loop(1, () -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                text.append("word").append(random.nextInt(5000)).append(' ');
            }
            Document document = new Document();
            document.add(new TextField("body", text.toString(), Field.Store.YES));
            writer.addDocument(document);
            if (++documents[0] % every == 0) {
                writer.commit();
                try (DirectoryReader reader = DirectoryReader.open(writer)) {
                    new IndexSearcher(reader).search(new TermQuery(new Term("body", "word7")), 10);
                }
            }
        });
    }
}
