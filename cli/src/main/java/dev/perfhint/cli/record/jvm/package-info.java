/** What is known of a Java runtime before a JVM of it is started, and what its control groups leave a running one. */
package dev.perfhint.cli.record.jvm;
