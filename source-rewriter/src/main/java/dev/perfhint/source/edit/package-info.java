/** Edits of source text, and the searches that all forms of repair share. */
package dev.perfhint.source.edit;
