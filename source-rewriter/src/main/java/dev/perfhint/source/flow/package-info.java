/**
 * Where values come from: what is assigned to a variable, returned by a method and given to a parameter.
 *
 * <p>{@link dev.perfhint.source.flow.ValueIndex} holds, for each file that was looked at, its assignments by the
 * variable they resolve to, its calls by the method and its returned values by the body, each collected in one walk of
 * the tree. {@link dev.perfhint.source.flow.ValueIndex#origins} follows a value backwards through names, casts, choices
 * and assignments (reaching definitions, insensitive to order); the tracer does the same along the activations of a
 * recorded stack.
 */
package dev.perfhint.source.flow;
