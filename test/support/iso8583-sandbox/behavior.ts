/** Behavior of the host for a request, by the last four digits of its amount. */
export interface Conduct {
  /** Data element 39. */
  readonly code: string
  /**
   * `lost`: it never reaches the book. `hangs-up`: booked, and the connection is closed instead of an answer. `forged`:
   * booked, and answered with a wrong authentication code.
   */
  readonly answer: 'at-once' | 'never' | 'late' | 'twice' | 'lost' | 'hangs-up' | 'forged'
}

const AT_ONCE: Conduct = { code: '00', answer: 'at-once' }

const CONDUCTS: Readonly<Record<string, Conduct>> = {
  '5991': { code: '00', answer: 'never' },
  '5992': { code: '00', answer: 'lost' },
  '5993': { code: '00', answer: 'late' },
  '5994': { code: '00', answer: 'twice' },
  '5995': { code: '00', answer: 'hangs-up' },
  '5996': { code: '00', answer: 'forged' },
  '5010': { code: '1A', answer: 'at-once' },
}

/** `…6051` is answered with response code 51. @param amount data element 4 */
export function conductOf(amount: string): Conduct {
  const known = CONDUCTS[amount.slice(-4)]
  if (known) return known
  const code = /60(\d\d)$/.exec(amount)?.[1]
  return code === undefined ? AT_ONCE : { code, answer: 'at-once' }
}
