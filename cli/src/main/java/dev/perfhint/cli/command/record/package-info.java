/** Commands that record, and what this machine allows. */
package dev.perfhint.cli.command.record;
