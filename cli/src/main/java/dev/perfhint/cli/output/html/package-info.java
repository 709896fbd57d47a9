/** The HTML page of a report and its flame graph. */
package dev.perfhint.cli.output.html;
