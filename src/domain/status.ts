/** Transaction statuses of the specification (States and transitions). */
export const STATUSES = [
  'CREATED',
  'PENDING',
  'APPROVED',
  'DECLINED',
  'CANCELED',
  'INVALID',
  'SESSION_EXPIRED',
] as const

export type Status = (typeof STATUSES)[number]

/** What may happen to a transaction. `ask` stands for every step that leaves it waiting: a provider, a shopper, a bank. */
export const HAPPENINGS = ['ask', 'approve', 'decline', 'cancel', 'refuse', 'expire'] as const

export type Happening = (typeof HAPPENINGS)[number]

/**
 * Every status × every happening. A missing entry is a move that never happens: the row of a final status is empty,
 * because a final status never changes (specification, States and transitions).
 */
const TRANSITIONS: Record<Status, Partial<Record<Happening, Status>>> = {
  CREATED: { ask: 'PENDING', refuse: 'INVALID', cancel: 'CANCELED' },
  PENDING: {
    ask: 'PENDING',
    approve: 'APPROVED',
    decline: 'DECLINED',
    cancel: 'CANCELED',
    refuse: 'INVALID',
    expire: 'SESSION_EXPIRED',
  },
  APPROVED: {},
  DECLINED: {},
  CANCELED: {},
  INVALID: {},
  SESSION_EXPIRED: {},
}

/** The status after a happening, or undefined where the table has no such move. */
export function nextStatus(status: Status, happening: Happening): Status | undefined {
  return TRANSITIONS[status][happening]
}

/** Whether nothing can move a transaction in this status any more. */
export function isFinal(status: Status): boolean {
  return Object.keys(TRANSITIONS[status]).length === 0
}

/** The happening that leads to a status: what a provider's answer or an expired timer means for the transaction. */
export function happeningFor(status: Exclude<Status, 'CREATED'>): Happening {
  const happenings: Record<Exclude<Status, 'CREATED'>, Happening> = {
    PENDING: 'ask',
    APPROVED: 'approve',
    DECLINED: 'decline',
    CANCELED: 'cancel',
    INVALID: 'refuse',
    SESSION_EXPIRED: 'expire',
  }
  return happenings[status]
}
