/** Commands that set perfhint up: install, editors, configuration. */
package dev.perfhint.cli.command.setup;
