package dev.perfhint.cli.calibrate;

/** A calibration could not be made or read. The message is one line that says what and where. */
public final class CalibrationException extends Exception {
    private static final long serialVersionUID = 1L;

    CalibrationException(String message) {
        super(message);
    }
}
