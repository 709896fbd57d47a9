/** The file format of stored profiles. */
package dev.perfhint.profile.store;
