/** Result of a check, and an instruction. Safe to print. */
export interface Finding {
  /** Subject: `clock`, `provider account acc_…`. */
  readonly check: string
  readonly ok: boolean
  /** Of PCI DSS 4.0.1. */
  readonly requirement?: string
  /** The fact and, if it is wrong, an instruction. */
  readonly message: string
}

export function pass(check: string, message: string): Finding {
  return { ok: true, check, message }
}

export function fail(check: string, message: string): Finding {
  return { ok: false, check, message }
}
