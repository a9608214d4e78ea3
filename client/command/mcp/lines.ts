/** A line that is longer than allowed, whose rest was skipped. */
export const TOO_LONG = Symbol('too long')

/** Splits text into its lines, without empty ones. @param most characters of a line */
export async function* boundedLines(
  pieces: AsyncIterable<string>,
  most: number,
): AsyncGenerator<string | typeof TOO_LONG> {
  let rest = ''
  let isSkipping = false
  for await (const piece of pieces) {
    const [first, ...others] = piece.split('\n')
    const parts = [rest + first!, ...others]
    rest = parts.pop()!
    for (const line of parts) {
      if (isSkipping || line.length > most) yield TOO_LONG
      else if (line.trim() !== '') yield line
      isSkipping = false
    }
    if (rest.length > most) isSkipping = true
    if (isSkipping) rest = ''
  }
  if (!isSkipping && rest.trim() !== '') yield rest
}
