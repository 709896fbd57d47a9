/** The settings of {@code perfhint.toml}; the only package that sees the TOML parser. */
package dev.perfhint.cli.config;
