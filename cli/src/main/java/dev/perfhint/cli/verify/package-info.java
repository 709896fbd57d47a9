/** Runs a program with and without a patch and compares what it does. */
package dev.perfhint.cli.verify;
