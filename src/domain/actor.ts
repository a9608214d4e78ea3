/** Whose credentials did something: an operator's, a merchant's server's, or a person's who is signed in. */
export interface CallingActor {
  readonly kind: 'operator' | 'merchant' | 'person'
  /** The client id, or the person's id. */
  readonly id: string
  readonly ip: string
  readonly requestId: string
}

/** Who did something, as the audit log keeps it: whoever called, or the name of what acts without being called. */
export type Actor = CallingActor | string
