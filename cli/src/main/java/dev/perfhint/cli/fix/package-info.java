/** From a recorded run to fixes that passed further runs: sources of what runs, patches of libraries, the result. */
package dev.perfhint.cli.fix;
