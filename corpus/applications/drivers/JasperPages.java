//DEPS net.sf.jasperreports:jasperreports:6.21.3 net.sf.jasperreports:jasperreports-fonts:6.21.3 org.slf4j:slf4j-nop:2.0.16
//JVM -Djava.awt.headless=true
//KIND report
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jasperreports.engine.JRParameter;
import net.sf.jasperreports.engine.JasperCompileManager;
import net.sf.jasperreports.engine.JasperExportManager;
import net.sf.jasperreports.engine.JasperFillManager;
import net.sf.jasperreports.engine.JasperReport;
import net.sf.jasperreports.engine.data.JRMapCollectionDataSource;
import net.sf.jasperreports.engine.fill.JRFileVirtualizer;

/** JasperReports fills reports of some forty pages, of which all but two are kept in files, and exports them to PDF. */
final class JasperPages {
    private static final String DESIGN = """
            <jasperReport xmlns="http://jasperreports.sourceforge.net/jasperreports" name="r" pageWidth="595"
              pageHeight="842" columnWidth="555" leftMargin="20" rightMargin="20" topMargin="20" bottomMargin="20">
              <style name="s" isDefault="true" fontName="DejaVu Sans" fontSize="9"/>
              <field name="a" class="java.lang.String"/>
              <field name="b" class="java.lang.Integer"/>
              <detail><band height="16">
                <textField><reportElement x="0" y="0" width="300" height="16"/>
                  <textFieldExpression><![CDATA[$F{a}]]></textFieldExpression></textField>
                <textField><reportElement x="300" y="0" width="200" height="16"/>
                  <textFieldExpression><![CDATA[$F{b}]]></textFieldExpression></textField>
              </band></detail>
            </jasperReport>
            """;

    public static void main(String[] args) throws Exception {
        JasperReport report = JasperCompileManager.compileReport(new ByteArrayInputStream(DESIGN.getBytes(StandardCharsets.UTF_8)));
        List<Map<String, ?>> rows = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            rows.add(Map.of("a", "a row of this report, number " + i, "b", i));
        }
        Path pages = Bench.work().resolve("pages");
        Files.createDirectories(pages);
        String pdf = Bench.work().resolve("out.pdf").toString();
        Bench.loop(1, () -> {
            JRFileVirtualizer virtualizer = new JRFileVirtualizer(2, pages.toString());
            Map<String, Object> parameters = new HashMap<>(Map.of(JRParameter.REPORT_VIRTUALIZER, virtualizer));
            JasperExportManager.exportReportToPdfFile(
                    JasperFillManager.fillReport(report, parameters, new JRMapCollectionDataSource(rows)), pdf);
            virtualizer.cleanup();
        });
    }
}
