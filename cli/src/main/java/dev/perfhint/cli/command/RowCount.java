package dev.perfhint.cli.command;

import picocli.CommandLine.ITypeConverter;

/** Reads how many rows of a table to show: 1 or more. */
final class RowCount implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
        try {
            int rows = Integer.parseInt(value);
            if (rows > 0) {
                return rows;
            }
        } catch (NumberFormatException e) {
            throw refuse(value);
        }
        throw refuse(value);
    }

    private static UsageException refuse(String value) {
        return new UsageException("--top needs a number from 1 on, not '" + value + "'");
    }
}
