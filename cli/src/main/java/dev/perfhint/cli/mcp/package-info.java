/**
 * A server of the Model Context Protocol: tools that run perfhint's own commands as processes, and answer in a few
 * kilobytes. Only this package sees the protocol's library.
 */
package dev.perfhint.cli.mcp;
