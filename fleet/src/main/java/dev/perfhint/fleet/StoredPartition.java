package dev.perfhint.fleet;

/**
 * The data files of one partition, named by their content.
 *
 * @param tree the merged profile
 * @param rows what the facts say of it, one JSON object a line
 * @param folded whether rare stacks were folded: nothing may be added to it any more
 */
public record StoredPartition(PartitionKey key, String tree, String rows, boolean folded) {}
