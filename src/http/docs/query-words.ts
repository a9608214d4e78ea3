/** Splits a text; names of fields and codes stay complete: `payment_method`, `3-d`, `/api/events`. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_./-]+/gu) ?? []
}

/** Words in lower case, the most frequent first. */
export type Vocabulary = readonly string[]

export function vocabularyOf(texts: readonly string[]): Vocabulary {
  const text = texts.join('\n').toLowerCase()
  const counts = new Map<string, number>()
  for (const word of [...wordsOf(text), ...(text.match(/[\p{L}\p{N}]+/gu) ?? [])])
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word)
}

const LONGEST_QUERY_WORDS = 8

/** Words of a query with typing errors corrected. */
export function termsOf(query: string, known: Vocabulary): string[] {
  return wordsOf(query)
    .slice(0, LONGEST_QUERY_WORDS)
    .map((word) => spelled(word, known))
}

const SHORTEST_MISSPELLED = 4

/** Replaces an unknown word by the most frequent one that is one typing error away. */
function spelled(word: string, known: Vocabulary): string {
  if (word.length < SHORTEST_MISSPELLED || known.some((each) => each.startsWith(word))) return word
  return known.find((each) => isOneErrorAway(word, each)) ?? word
}

/** True if one letter is missing, added or replaced, or two are swapped. */
function isOneErrorAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [first, second] = [one.slice(start), other.slice(start)]
  return (
    first.slice(1) === second ||
    first === second.slice(1) ||
    first.slice(1) === second.slice(1) ||
    (first[0] === second[1] && first[1] === second[0] && first.slice(2) === second.slice(2))
  )
}
