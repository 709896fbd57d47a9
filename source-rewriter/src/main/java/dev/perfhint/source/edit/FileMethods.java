package dev.perfhint.source.edit;

import java.util.Set;

/**
 * The methods of a kind of open file that a buffered subclass has in its place.
 *
 * @param type the class of the file
 * @param owners the classes and interfaces that may declare the methods
 * @param detours whether the class has final methods that pass by the overrides
 */
public record FileMethods(String type, Set<String> owners, Set<String> reads, Set<String> writes, boolean detours) {
    /** They go through the overridable methods in the JDKs 8 to 25. */
    public static final FileMethods RANDOM_ACCESS = new FileMethods(
            "java.io.RandomAccessFile",
            Set.of("java.io.RandomAccessFile", "java.io.DataInput", "java.io.DataOutput", "java.io.Closeable",
                    "java.lang.AutoCloseable"),
            Set.of("read", "readFully", "readBoolean", "readByte", "readUnsignedByte", "readShort",
                    "readUnsignedShort", "readChar", "readInt", "readLong", "readFloat", "readDouble", "readUTF",
                    "skipBytes", "seek", "getFilePointer", "length"),
            Set.of("write", "writeBoolean", "writeByte", "writeShort", "writeChar", "writeInt", "writeLong",
                    "writeFloat", "writeDouble", "writeUTF", "setLength"), true);
    /** Not {@code isOpen}, which is final and does not see that an interrupt closed the channel inside. */
    public static final FileMethods CHANNEL = new FileMethods(
            "java.nio.channels.FileChannel",
            Set.of("java.nio.channels.FileChannel", "java.nio.channels.SeekableByteChannel",
                    "java.nio.channels.ByteChannel", "java.nio.channels.ReadableByteChannel",
                    "java.nio.channels.ScatteringByteChannel", "java.nio.channels.WritableByteChannel",
                    "java.nio.channels.GatheringByteChannel", "java.nio.channels.Channel",
                    "java.nio.channels.spi.AbstractInterruptibleChannel", "java.io.Closeable",
                    "java.lang.AutoCloseable"),
            Set.of("read", "position", "size", "transferTo", "map"),
            Set.of("write", "truncate", "force", "transferFrom"), false);

    /** Returns what is wrong with a method that is none of these. */
    String whyNot(String method) {
        return method.equals("isOpen") ? "() does not see that an interrupt closes the channel inside, "
                : " is called, which bypasses a buffer, ";
    }
}
