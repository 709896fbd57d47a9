package dev.perfhint.fleet;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Where a store is kept: a directory, or a bucket. Names are relative, with slashes. */
public interface FleetStorage {
    Optional<byte[]> read(String name) throws IOException;

    /** Writes a file whole or not at all, in place of one of this name. */
    void write(String name, byte[] content) throws IOException;

    void delete(String name) throws IOException;

    /** Returns whether no other run can write before this one ends. */
    boolean exclusive();

    /** Returns the names of all files. */
    List<String> list() throws IOException;
}
