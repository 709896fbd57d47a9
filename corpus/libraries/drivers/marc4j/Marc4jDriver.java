import java.io.*;
import org.marc4j.MarcStreamWriter;
import org.marc4j.marc.*;

/** Exports the records of a library; one unit is a record. */
public final class Marc4jDriver {
    public static void main(String[] args) throws Exception {
        MarcFactory factory = MarcFactory.newInstance();
        MarcStreamWriter writer = new MarcStreamWriter(new FileOutputStream(new File(args[0], "records.mrc")), "UTF8");
        for (int unit = 0; unit < Integer.parseInt(args[1]); unit++) {
            org.marc4j.marc.Record record = factory.newRecord("00000cam a2200000 a 4500");
            record.addVariableField(factory.newControlField("001", "id" + unit));
            DataField title = factory.newDataField("245", '1', '0');
            title.addSubfield(factory.newSubfield('a', "A title " + unit));
            title.addSubfield(factory.newSubfield('c', "an author"));
            record.addVariableField(title);
            writer.write(record);
        }
        writer.close();
    }
}
