/** perfhint as a Maven plugin: the goals {@code record}, {@code analyze} and {@code fix}. */
package dev.perfhint.maven;
