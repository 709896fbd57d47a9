/** What is known of a Java runtime before a JVM of it is started. */
package dev.perfhint.cli.record.jvm;
