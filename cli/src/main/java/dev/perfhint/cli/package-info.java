/** What every package of the command line may throw: a refusal with its message and exit code. */
package dev.perfhint.cli;
