/**
 * What a page says after something was done, by the `done` of its address. Anybody can write an address, so names that
 * every object has (`constructor`) say nothing.
 */
export function successMessages(
  words: Readonly<Record<string, string>>,
): (done: string | undefined) => string | undefined {
  const known = new Map(Object.entries(words))
  return (done) => known.get(done ?? '')
}
