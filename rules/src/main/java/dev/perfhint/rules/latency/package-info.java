/** What slow operations wait for, from the events of a recording. */
package dev.perfhint.rules.latency;
