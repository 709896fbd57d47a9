/** Decodes chunks of JFR files: metadata, constant pools, stack traces and events. */
package dev.perfhint.reader.chunk;
