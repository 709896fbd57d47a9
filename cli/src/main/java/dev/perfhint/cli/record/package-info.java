/** Records a running JVM or a command with async-profiler or JFR. */
package dev.perfhint.cli.record;
