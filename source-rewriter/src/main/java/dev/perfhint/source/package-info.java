/** What is asked of the sources and what is answered: call sites, repairs, fixes with their hazards. */
package dev.perfhint.source;
