/** Source trees as they lie on the disk: files, archives, encodings, parsed syntax, and edits of their text. */
package dev.perfhint.source.file;
