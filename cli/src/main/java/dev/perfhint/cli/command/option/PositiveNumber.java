package dev.perfhint.cli.command.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how many of something: 1 or more. */
public final class PositiveNumber implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String value) {
        try {
            int number = Integer.parseInt(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw refuse(value);
        }
        throw refuse(value);
    }

    private static TypeConversionException refuse(String value) {
        return new TypeConversionException("'" + value + "' is not a number from 1 on");
    }
}
