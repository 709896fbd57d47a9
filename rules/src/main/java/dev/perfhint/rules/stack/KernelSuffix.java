package dev.perfhint.rules.stack;

/**
 * What the kernel and C frames below a Java frame tell.
 *
 * @param java node of the innermost Java frame, {@link dev.perfhint.profile.CallTree#ROOT} if there is none
 * @param inKernel a kernel frame is there
 * @param copies a kernel function that copies the caller's data or makes room for it is there
 * @param syncs the data was forced to the device
 * @param singleByte the JDK's C function for one byte is there
 */
record KernelSuffix(int java, boolean inKernel, boolean copies, boolean syncs, boolean singleByte) {}
