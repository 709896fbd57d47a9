/** What each stack spends its system CPU for: kernel functions, system calls and Java frames by tables. */
package dev.perfhint.profile.cause;
