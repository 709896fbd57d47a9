/** Findings in an editor, through the Language Server Protocol; the only package that sees lsp4j. */
package dev.perfhint.cli.lsp;
