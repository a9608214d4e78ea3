/** Replaces names in braces, such as `{amount}`, by their values. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name)
}
