/** Whole programs with several patterns each beside code that is right: PROGRAM base UNITS. */
public class Programs {
    public static void main(String[] args) throws Exception {
        int units = Integer.parseInt(args[2]);
        switch (args[0]) {
            case "exporter" -> ReportExporter.run(units);
            case "keyvalue" -> KeyValueServer.run(units);
            case "pipeline" -> LogPipeline.run(units);
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.exit(0);
    }
}
