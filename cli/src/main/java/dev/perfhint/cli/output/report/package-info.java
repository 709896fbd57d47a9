/** The formats of a report: the one list of them, each with what writes it. */
package dev.perfhint.cli.output.report;
