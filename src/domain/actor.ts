/** Caller or signed-in user whose credentials were used: an operator, a merchant's server or a person. */
export interface CallingActor {
  readonly kind: 'operator' | 'merchant' | 'person'
  /** Client ID or person ID. */
  readonly id: string
  readonly ip: string
  readonly requestId: string
}

/** Author of a change in the audit log: a caller, or the name of an automatic part. */
export type Actor = CallingActor | string
