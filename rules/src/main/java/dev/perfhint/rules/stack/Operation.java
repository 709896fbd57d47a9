package dev.perfhint.rules.stack;

/** What the program asked the kernel for. */
public enum Operation {
    FILE_WRITE,
    FILE_READ,
    /** {@code available}, {@code skip} and the like on a stream. */
    POSITION,
    RANDOM_READ,
    RANDOM_WRITE,
    /** {@code seek}, {@code getFilePointer}, {@code length}, {@code skipBytes}. */
    RANDOM_SEEK,
    CHANNEL_READ,
    CHANNEL_WRITE,
    CHANNEL_SEEK,
    SOCKET_READ,
    SOCKET_WRITE,
    /** fsync, fdatasync, msync. */
    SYNC,
    METADATA,
    /** Directory listings, and the attributes that a walk reads for itself. */
    WALK,
    NONE;

    public boolean isRead() {
        return this == FILE_READ || this == RANDOM_READ || this == CHANNEL_READ || this == SOCKET_READ;
    }

    public boolean isWrite() {
        return this == FILE_WRITE || this == RANDOM_WRITE || this == CHANNEL_WRITE || this == SOCKET_WRITE;
    }
}
