package dev.perfhint.source.resolve;

/**
 * A method as class files name it.
 *
 * @param owner binary name of the class that declares it, {@code java.util.Map$Entry}
 * @param name {@code <init>} for a constructor
 * @param descriptor of the erased types as declared in source: without what the compiler adds to the constructors of
 *     inner classes and enums
 */
public record MethodKey(String owner, String name, String descriptor) {
    @Override
    public String toString() {
        return owner + "." + name + descriptor;
    }
}
