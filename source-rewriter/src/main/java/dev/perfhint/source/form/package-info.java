/** One class per form of repair: what it looks for and the edits it makes. */
package dev.perfhint.source.form;
