/** Writes to terminals and files: what all formats of output share; the only packages that see Jansi. */
package dev.perfhint.cli.output;
