/** What a program waits for that uses little CPU. */
package dev.perfhint.rules.waiting;
