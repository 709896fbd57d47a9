/** The agent: patched classes from a folder, and the hooks that watch streams. */
package dev.perfhint.observer.agent;
