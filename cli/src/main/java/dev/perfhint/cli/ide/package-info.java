/** The files that make editors run perfhint. */
package dev.perfhint.cli.ide;
