/** Takes out of a profile what names people, machines and data: what is left is safe to share. */
package dev.perfhint.profile.redact;
