/** Reports of a fleet as text, JSON, Markdown and HTML. */
package dev.perfhint.cli.output.fleet;
