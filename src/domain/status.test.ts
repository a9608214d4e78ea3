import { expect, test } from 'vitest'
import { isFinal, nextStatus, STATUSES, type Status, TRANSITIONS, transitionFor } from './status.ts'

/** The table of states, written again; what is not in it must not happen. */
const MOVES: Partial<Record<Status, Record<string, Status>>> = {
  CREATED: { ask: 'PENDING', refuse: 'INVALID', cancel: 'CANCELED' },
  PENDING: {
    ask: 'PENDING',
    approve: 'APPROVED',
    decline: 'DECLINED',
    cancel: 'CANCELED',
    refuse: 'INVALID',
    expire: 'SESSION_EXPIRED',
  },
}

const EVERY_PAIR = STATUSES.flatMap((status) => TRANSITIONS.map((transition) => [status, transition] as const))

test.each(EVERY_PAIR)('%s, then %s', (status, transition) => {
  expect(nextStatus(status, transition)).toBe(MOVES[status]?.[transition])
})

test.each(STATUSES)('%s is final exactly if nothing can change it', (status) => {
  expect(isFinal(status)).toBe(status !== 'CREATED' && status !== 'PENDING')
})

test.each(STATUSES.filter((status) => status !== 'CREATED'))(
  'a pending transaction can end as, or stay, %s',
  (status) => {
    expect(nextStatus('PENDING', transitionFor(status))).toBe(status)
  },
)
