/** Messages by the `done` of an address. Anyone can write one: names that every object has (`constructor`) say nothing. */
export function successMessages(
  words: Readonly<Record<string, string | undefined>>,
): (done: string | undefined) => string | undefined {
  const known = new Map(Object.entries(words))
  return (done) => known.get(done ?? '')
}
