package dev.perfhint.fleet;

/**
 * A recording as its storage lists it.
 *
 * @param stamp modification time or ETag: another one is another content
 */
public record FoundRecording(String path, long bytes, String stamp) {}
