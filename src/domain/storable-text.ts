/** Replaces what the database cannot store: NUL characters and lone surrogates become U+FFFD. */
export function replaceUnstorable(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '\uFFFD')
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
