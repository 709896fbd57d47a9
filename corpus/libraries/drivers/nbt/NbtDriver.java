import com.flowpowered.nbt.*;
import com.flowpowered.nbt.stream.NBTOutputStream;
import java.io.*;
import java.nio.file.*;

public final class NbtDriver {
    public static void main(String[] args) throws Exception {
        CompoundMap map = new CompoundMap();
        for (int i = 0; i < 300; i++) {
            map.put(new IntTag("id" + i, i));
            map.put(new StringTag("name" + i, "block " + i));
        }
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            try (NBTOutputStream out = new NBTOutputStream(new FileOutputStream(Path.of(args[0], "level.dat").toFile()), false)) {
                out.writeTag(new CompoundTag("level", map));
            }
        }
    }
}
