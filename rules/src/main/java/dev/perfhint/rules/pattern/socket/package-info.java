/** Rules for sockets and round trips. */
package dev.perfhint.rules.pattern.socket;
