const names = new Map<string, string>()

/** The name under which sessions keep a statement and its plan: the same for the same text. */
export function nameStatement(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}
