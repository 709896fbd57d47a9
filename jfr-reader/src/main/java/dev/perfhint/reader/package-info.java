/** Opens recordings of any known format and reads them into profiles or event logs. */
package dev.perfhint.reader;
