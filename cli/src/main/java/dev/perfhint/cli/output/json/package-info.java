/** JSON output, as the schemas in the docs describe it. */
package dev.perfhint.cli.output.json;
