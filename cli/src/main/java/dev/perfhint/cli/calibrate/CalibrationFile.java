package dev.perfhint.cli.calibrate;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.perfhint.cli.CliException;
import dev.perfhint.rules.model.PrimitiveCosts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Reads what {@code perfhint calibrate} kept or printed as JSON. */
public final class CalibrationFile {
    private static final int MAX_BYTES = 4 << 20;

    private CalibrationFile() {}

    /** Returns the costs on the only JVM of the file. */
    public static PrimitiveCosts read(String name) {
        try (InputStream in = Files.newInputStream(Path.of(name))) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw noCalibration(name);
            }
            return costs(name, JsonParser.parseString(new String(content, StandardCharsets.UTF_8)).getAsJsonObject());
        } catch (IOException | InvalidPathException e) {
            throw new CliException(name + ": cannot be read: perfhint calibrate says where it keeps its result");
        } catch (JsonParseException | IllegalStateException | UnsupportedOperationException | NumberFormatException
                | ClassCastException | NullPointerException | StackOverflowError e) {
            throw noCalibration(name);
        }
    }

    private static PrimitiveCosts costs(String name, JsonObject document) {
        JsonArray jvms = document.getAsJsonArray("jvms");
        if (jvms.size() != 1) {
            throw new CliException(name + ": holds " + jvms.size() + " JVMs: give the file that was kept of one");
        }
        Map<String, Double> medians = new HashMap<>();
        for (JsonElement each : jvms.get(0).getAsJsonObject().getAsJsonArray("primitives")) {
            JsonObject primitive = each.getAsJsonObject();
            double nanos = primitive.get("medianNanos").getAsDouble();
            if (!Double.isFinite(nanos)) {
                throw noCalibration(name);
            }
            medians.put(primitive.get("name").getAsString(), nanos);
        }
        return new PrimitiveCosts(medians);
    }

    private static CliException noCalibration(String name) {
        return new CliException(name + ": is no calibration: make one with perfhint calibrate");
    }
}
