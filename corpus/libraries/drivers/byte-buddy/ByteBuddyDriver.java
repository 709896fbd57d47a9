import java.io.*;
import java.util.jar.*;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.FixedValue;

/** Writes a generated class as a jar; one unit is one jar. */
public final class ByteBuddyDriver {
    public static void main(String[] args) throws Exception {
        ByteBuddy generator = new ByteBuddy();
        DynamicType.Builder<Object> type = generator.subclass(Object.class).name("shop.Generated");
        for (int i = 0; i < 40; i++) {
            type = type.defineMethod("value" + i, String.class).intercept(FixedValue.value("the value " + i));
        }
        DynamicType.Unloaded<Object> made = type.make();
        long sum = 0;
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            File file = made.toJar(new File(args[0], "generated" + unit % 3 + ".jar"));
            if (unit % 50 == 0) {
                // the entries hold the time, so what is in them is compared
                try (JarFile jar = new JarFile(file); InputStream in = jar.getInputStream(jar.getEntry("shop/Generated.class"))) {
                    sum = sum * 31 + java.util.Arrays.hashCode(in.readAllBytes());
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            new File(args[0], "generated" + i + ".jar").delete();
        }
        System.out.println(sum);
    }
}
