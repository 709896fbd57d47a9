//DEPS org.apache.groovy:groovy:4.0.24
//KIND build
import groovy.lang.GroovyShell;

/** Groovy compiles and runs a short script, each with a class of its own. */
final class GroovyScripts {
    public static void main(String[] args) throws Exception {
        int[] n = new int[1];
        Bench.loop(1, () -> new GroovyShell().evaluate("def x = " + ++n[0] + "; (1..10).collect { it * x }.sum()"));
    }
}
