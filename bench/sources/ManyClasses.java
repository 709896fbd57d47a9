import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.Callable;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.AllArguments;
import net.bytebuddy.implementation.bind.annotation.Origin;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.implementation.bind.annotation.SuperCall;
import net.bytebuddy.matcher.ElementMatchers;

/** Makes classes with Byte Buddy and writes each into a jar: {@code ManyClasses DIR COUNT}. */
public class ManyClasses {
    public static class Greeter {
        public String greet(String name) {
            return "hello " + name;
        }

        public int add(int a, int b) {
            return a + b;
        }
    }

    public static class Interceptor {
        @RuntimeType
        public static Object intercept(@Origin Method method, @AllArguments Object[] arguments, @SuperCall Callable<?> call)
                throws Exception {
            return call.call();
        }
    }

    public static void main(String[] args) throws Exception {
        long bytes = 0;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            bytes += new ByteBuddy()
                    .subclass(Greeter.class)
                    .name("made.C" + i)
                    .defineField("f" + i, String.class, Modifier.PRIVATE)
                    .defineMethod("m" + i, String.class, Modifier.PUBLIC).intercept(FixedValue.value("x" + i))
                    .implement(Comparable.class)
                    .method(ElementMatchers.named("compareTo")).intercept(FixedValue.value(0))
                    .method(ElementMatchers.named("greet").or(ElementMatchers.named("add")))
                    .intercept(MethodDelegation.to(Interceptor.class))
                    .method(ElementMatchers.named("toString")).intercept(FixedValue.value("made"))
                    .make()
                    .toJar(new File(args[0], i + ".jar"))
                    .length();
        }
        System.out.println(bytes);
    }
}
