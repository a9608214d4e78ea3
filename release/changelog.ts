/**
 * Cuts the section of a version out of the changelog, without its heading.
 *
 * @returns undefined if there is no dated heading of it, or nothing below it
 */
export function cutNotes(changelog: string, version: string): string | undefined {
  const section = changelog
    .split(/^## /m)
    .find((text) => text.startsWith(`${version} - `) && /^\S+ - \d{4}-\d{2}-\d{2}\n/.test(text))
  const notes = section?.slice(section.indexOf('\n')).trim()
  return notes ? `${notes}\n` : undefined
}
