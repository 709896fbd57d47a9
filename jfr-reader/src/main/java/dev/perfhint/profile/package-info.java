/** The profile: a call tree with metrics in sparse rows, what was recorded and how sure its system CPU is. */
package dev.perfhint.profile;
