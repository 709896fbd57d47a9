/** Finds the sources and the class path of a Maven or Gradle project. */
package dev.perfhint.cli.project;
