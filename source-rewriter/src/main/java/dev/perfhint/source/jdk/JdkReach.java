package dev.perfhint.source.jdk;

/** What the methods of a JDK class can get at, where the table of methods has no effect for them. */
public enum JdkReach {
    /** Their object and what they are given; an object of the class is on no file. */
    VALUE,
    /** What their object, or what they are given, was made on: a file perhaps. */
    HANDLE,
    /** The same, and others notice: who listens, keeps a log or a database, or looks at the screen. */
    PEER,
    /** Files that nothing here names. */
    ANY
}
