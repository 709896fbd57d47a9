import java.io.*;
import java.lang.reflect.Proxy;
import java.sql.*;
import org.apache.ibatis.jdbc.ScriptRunner;

/** Runs a script of statements against a connection that does nothing, and logs them to a file. */
public final class MyBatisDriver {
    public static void main(String[] args) throws Exception {
        StringBuilder script = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            script.append("insert into person (id, name)\n  values (" + i + ", 'name " + i + "');\n");
        }
        try (PrintWriter log = new PrintWriter(new FileWriter(args[0] + "/script.log"))) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                ScriptRunner runner = new ScriptRunner(connection());
                runner.setLogWriter(log);
                runner.runScript(new StringReader(script.toString()));
            }
        }
    }

    private static Connection connection() {
        Statement statement = proxy(Statement.class, null);
        return proxy(Connection.class, statement);
    }

    private static <T> T proxy(Class<T> type, Object made) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, values) ->
                method.getReturnType() == boolean.class ? (Object) false
                        : method.getReturnType() == int.class ? (Object) (-1)
                        : method.getName().equals("createStatement") ? made : null));
    }
}
