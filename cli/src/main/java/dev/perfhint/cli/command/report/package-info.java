/** Commands that find, explain, fix, verify and compare. */
package dev.perfhint.cli.command.report;
