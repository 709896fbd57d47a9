import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes Parts.java: groups of classes, each group used for the first time by one operation. Arguments: file, groups. */
final class MakeParts {
    private static final int CLASSES = 80;
    private static final int METHODS = 12;

    private MakeParts() {}

    public static void main(String[] args) throws IOException {
        int groups = Integer.parseInt(args[1]);
        StringBuilder parts = new StringBuilder("public final class Parts implements java.util.function.IntUnaryOperator {\n"
                + "    public int applyAsInt(int group) {\n        return switch (group) {\n");
        for (int group = 0; group < groups; group++) {
            parts.append("            case ").append(group).append(" -> Group").append(group).append(".use();\n");
        }
        parts.append("            default -> 0;\n        };\n    }\n}\n");
        for (int group = 0; group < groups; group++) {
            parts.append("final class Group").append(group).append(" {\n    static int use() {\n        return 0");
            for (int i = 0; i < CLASSES; i++) {
                parts.append(" + new Part").append(group).append('x').append(i).append("().m0(").append(i).append(')');
            }
            parts.append(";\n    }\n}\n");
            for (int i = 0; i < CLASSES; i++) {
                parts.append("final class Part").append(group).append('x').append(i).append(" {\n");
                for (int method = 0; method < METHODS; method++) {
                    parts.append("    int m").append(method).append("(int v) { return v * ").append(method + 1).append("; }\n");
                }
                parts.append("}\n");
            }
        }
        Files.writeString(Path.of(args[0]), parts);
    }
}
