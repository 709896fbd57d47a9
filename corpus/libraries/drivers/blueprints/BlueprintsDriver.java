import com.tinkerpop.blueprints.*;
import com.tinkerpop.blueprints.impls.tg.TinkerGraph;
import com.tinkerpop.blueprints.util.io.graphml.GraphMLWriter;

/** Exports a graph of 200 vertices as GraphML; one unit is one file. */
public final class BlueprintsDriver {
    public static void main(String[] args) throws Exception {
        Graph graph = new TinkerGraph();
        Vertex last = null;
        for (int i = 0; i < 200; i++) {
            Vertex vertex = graph.addVertex(i);
            vertex.setProperty("name", "customer " + i);
            vertex.setProperty("age", i % 90);
            if (last != null) {
                graph.addEdge(i, last, vertex, "knows");
            }
            last = vertex;
        }
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            GraphMLWriter.outputGraph(graph, args[0] + "/graph" + unit % 4 + ".xml");
        }
    }
}
