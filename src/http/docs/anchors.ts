/** Anchor of a heading by GitHub's rule: lower case, no markup or punctuation, hyphens for blanks. */
export function slugOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return text.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-')
}

/** Numbers equal headings of a document: the second one ends with `-1`. */
export function numbered(): (slug: string) => string {
  const seen = new Map<string, number>()
  return (slug) => {
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
