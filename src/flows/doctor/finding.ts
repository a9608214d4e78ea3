/** What was looked at, and what to do about it. Safe to print. */
export interface Finding {
  /** What was looked at: `clock`, `provider account acc_…`. */
  readonly check: string
  readonly ok: boolean
  /** What was found, and where it is not right, what to do. */
  readonly message: string
}

export function pass(check: string, message: string): Finding {
  return { check, ok: true, message }
}

export function fail(check: string, message: string): Finding {
  return { check, ok: false, message }
}
