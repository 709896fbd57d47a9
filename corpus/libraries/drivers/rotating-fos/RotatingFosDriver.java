import com.vlkan.rfos.*;
import com.vlkan.rfos.policy.DailyRotationPolicy;
import java.nio.charset.StandardCharsets;

public final class RotatingFosDriver {
    public static void main(String[] args) throws Exception {
        RotationConfig config = RotationConfig.builder().file(args[0] + "/app.log").filePattern(args[0] + "/app-%d{yyyyMMdd}.log")
                .policy(DailyRotationPolicy.getInstance()).build();
        try (RotatingFileOutputStream out = new RotatingFileOutputStream(config)) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                out.write(("INFO request " + i + " answered with status 200\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        System.out.println(args[1]);
        System.out.flush();
        System.exit(0);
    }
}
