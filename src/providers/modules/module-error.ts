const LONGEST = 300

/** Module with which the gateway does not start. The message is one line. */
export class ModuleError extends Error {
  override name = 'ModuleError'

  /** @param place of the module @param cause what it threw */
  constructor(place: string, problem: string, cause?: unknown) {
    const reason = cause === undefined ? '' : `: ${inOneLine(cause)}`
    super(`PROVIDER_MODULES: ${place} ${problem}${reason}.`)
  }
}

/** Text of anything that was thrown, also of what cannot be printed. */
function inOneLine(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
    return text
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .replace(/\.$/, '')
      .slice(0, LONGEST)
  } catch {
    return 'something that has no text'
  }
}
