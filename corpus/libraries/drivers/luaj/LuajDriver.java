import java.nio.file.*;

/** Runs a Lua script that reads a file of 100 lines; one unit is one pass over the file. */
public final class LuajDriver {
    public static void main(String[] args) throws Exception {
        Path orders = Path.of(args[0], "orders.csv");
        if (!Files.exists(orders)) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                text.append(i).append(",customer ").append(i * 7).append(',').append(i * 1000).append('\n');
            }
            Files.writeString(orders, text);
        }
        Path script = Path.of(args[0], "sum.lua");
        Files.writeString(script, "local sum = 0\nfor i = 1, " + args[1] + " do\n  local f = io.open('" + orders + "')\n"
                + "  for line in f:lines() do sum = (sum * 31 + #line) % 1000003 end\n  f:close()\nend\nprint(sum)\n");
        lua.main(new String[] {script.toString()});
        Files.delete(script);
    }
}
