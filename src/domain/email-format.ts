/** Requires one @ between two parts without blanks. Only a message shows that the address exists. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}
