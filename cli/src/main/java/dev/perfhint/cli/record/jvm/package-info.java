/**
 * What is known of a Java runtime before a JVM of it is started, and what stands outside
 * of a running one: its control groups, its attach socket.
 */
package dev.perfhint.cli.record.jvm;
