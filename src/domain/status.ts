/** Transaction statuses (docs/reference/statuses.md#the-statuses). */
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

/** Transitions of a transaction. `ask` leaves it waiting for a provider, shopper or bank. */
export const TRANSITIONS = ['ask', 'approve', 'decline', 'cancel', 'refuse', 'expire'] as const

export type Transition = (typeof TRANSITIONS)[number]

/** Missing entries never happen; a final status never changes (docs/reference/statuses.md#transitions). */
const NEXT_STATUS: Record<Status, Partial<Record<Transition, Status>>> = {
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

export function nextStatus(status: Status, transition: Transition): Status | undefined {
  return NEXT_STATUS[status][transition]
}

export function isFinal(status: Status): boolean {
  return Object.keys(NEXT_STATUS[status]).length === 0
}

/** Transition of a provider's answer or an expired timer that leads to a status. */
export function transitionFor(status: Exclude<Status, 'CREATED'>): Transition {
  const transitions: Record<Exclude<Status, 'CREATED'>, Transition> = {
    PENDING: 'ask',
    APPROVED: 'approve',
    DECLINED: 'decline',
    CANCELED: 'cancel',
    INVALID: 'refuse',
    SESSION_EXPIRED: 'expire',
  }
  return transitions[status]
}
