/** Options that several commands share, and what they read with them. */
package dev.perfhint.cli.command.option;
