/** Unified diffs, and applying them to files all or none. */
package dev.perfhint.source.patch;
