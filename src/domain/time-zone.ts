/** A name of the IANA time zone database, such as `Europe/Bucharest`; an offset such as `+02:00` is none. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && isKnown(name)
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}
