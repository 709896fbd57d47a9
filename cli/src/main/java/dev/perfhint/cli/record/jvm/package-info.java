/**
 * A Java runtime before a JVM of it is started, and the files of a running JVM: its control
 * groups, its attach socket.
 */
package dev.perfhint.cli.record.jvm;
