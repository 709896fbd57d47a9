/** Events of a recording that say more of a finding than its samples. */
package dev.perfhint.rules.events;
