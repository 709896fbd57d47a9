/** Text for terminals: first screen, report, tables. */
package dev.perfhint.cli.output.text;
