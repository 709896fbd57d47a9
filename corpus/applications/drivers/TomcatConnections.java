//DEPS org.apache.tomcat.embed:tomcat-embed-core:10.1.34
//KIND server
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Tomcat with clients that open a connection for each request; {@code keep} lets them keep it. */
public final class TomcatConnections {
    public static void main(String[] args) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Bench.work().toString());
        tomcat.setPort(Bench.freePort());
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", Bench.work().toString());
        Tomcat.addServlet(context, "hello", new Hello());
        context.addServletMappingDecoded("/", "hello");
        tomcat.start();
        Bench.serve(HttpLoad.class, "" + tomcat.getConnector().getLocalPort(), "8", Bench.is("keep") ? "keep" : "close", "/");
    }

    /** Answers a short text. */
    public static final class Hello extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write("hello");
        }
    }
}
