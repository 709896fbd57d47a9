import cucumber.api.cli.Main;
import cucumber.api.java.en.*;
import java.io.*;
import java.nio.file.*;

/** A test run of one feature with a report of the plugin pretty; one unit is a scenario of five steps. */
public final class CucumberDriver {
    public static void main(String[] args) throws Exception {
        StringBuilder feature = new StringBuilder("Feature: orders\n\n");
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            feature.append("  Scenario: order ").append(i).append("\n    Given an account\n    And an order of ").append(i)
                    .append(" pieces\n    When it is paid\n    Then it is shipped\n    And it is billed\n\n");
        }
        Path file = Path.of(args[0], "orders.feature");
        Files.writeString(file, feature.append("  Scenario: last\n    Given an account\n"));
        PrintStream console = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Main.run(new String[] {"--plugin", "pretty:" + args[0] + "/report.txt", "--plugin", "null_summary", "--monochrome",
                "--glue", "steps", file.toString()}, CucumberDriver.class.getClassLoader());
        console.println(Files.size(Path.of(args[0], "report.txt")));
    }
}
