/** Result of a check, and an instruction. Safe to print. */
export interface Finding {
  /** Subject: `clock`, `provider account acc_…`. */
  readonly check: string
  readonly ok: boolean
  /** The fact and, if it is wrong, an instruction. */
  readonly message: string
}

export function pass(check: string, message: string): Finding {
  return { check, ok: true, message }
}

export function fail(check: string, message: string): Finding {
  return { check, ok: false, message }
}
