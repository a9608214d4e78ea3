/** Whose credentials did something: an operator's, a merchant's server's, or a person's who is signed in. */
export interface CallingActor {
  readonly kind: 'operator' | 'merchant' | 'person'
  /** The client id, or the person's id. */
  readonly id: string
  readonly ip: string
  readonly requestId: string
}

/** Author of a change in the audit log: a caller, or the name of a part that acts on its own. */
export type Actor = CallingActor | string
