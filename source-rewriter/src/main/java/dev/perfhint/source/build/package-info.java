/** What Maven and Gradle build files say of a project; read as text, nothing of the project is run. */
package dev.perfhint.source.build;
