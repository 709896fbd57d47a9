/** Bytes of a recording from files, directories and streams, unpacked and bounded. */
package dev.perfhint.reader.input;
