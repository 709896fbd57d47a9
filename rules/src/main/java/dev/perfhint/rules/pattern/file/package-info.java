/** Rules for files and streams on files. */
package dev.perfhint.rules.pattern.file;
