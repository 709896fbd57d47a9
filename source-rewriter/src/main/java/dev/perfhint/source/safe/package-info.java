/** Decides which buffers are plain enough to be added without a question, as docs say it. */
package dev.perfhint.source.safe;
