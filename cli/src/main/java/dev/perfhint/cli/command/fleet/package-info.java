/** Commands for the profiles of many services and hosts. */
package dev.perfhint.cli.command.fleet;
