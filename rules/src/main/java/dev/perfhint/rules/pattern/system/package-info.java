/** Rules for threads, locks, memory, processes and random numbers. */
package dev.perfhint.rules.pattern.system;
