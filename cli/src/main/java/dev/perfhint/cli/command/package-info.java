/** The command line: its commands, help and failures; the only packages that see picocli. */
package dev.perfhint.cli.command;
