/** Views of a profile: hotspots, callers and callees, causes, threads, kernel functions, flame graph. */
package dev.perfhint.profile.view;
