/**
 * What names, types and calls mean: javac's own attribution, asked for with JavaParser's nodes.
 *
 * <p>{@link dev.perfhint.source.resolve.Resolver#of} gives the one resolver of an analysis. Hand it an expression, a
 * call or a type of a {@link dev.perfhint.source.file.SourceFile}'s tree; it answers with elements
 * and types of {@code javax.lang.model}, and leads from an element back to the JavaParser node that declares it:
 *
 * <pre>{@code
 * Resolver resolver = Resolver.of(sources);
 * resolver.method(call).map(resolver::key)                // java.io.OutputStream.write(I)V, to look up in a table
 * resolver.variable(name).flatMap(resolver::declaration)  // the VariableDeclarator, Parameter or pattern it means
 * resolver.isSubtype(scope, "java.io.OutputStream")       // by identity of the resolved class
 * resolver.reason(call)                                   // why there is no answer: "not resolved: missing class Foo"
 * }</pre>
 *
 * <p>The two trees of one text are tied together by the exact positions of their nodes, and by the sort of node.
 * Elements may be compared by {@code equals} within one resolver; a view of the sources with other texts has a resolver
 * of its own. Files are attributed when one of their nodes is first asked about; what they refer to is read from source
 * on demand, signatures only, and from class files where there is no source. Nothing of the project is run. What cannot
 * be resolved (missing classes, syntax that the running JDK does not know, texts beyond the limits) has no answer,
 * never a guess.
 */
package dev.perfhint.source.resolve;
