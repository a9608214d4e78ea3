import { expect, test } from 'vitest'
import { HAPPENINGS, happeningFor, isFinal, nextStatus, STATUSES, type Status } from './status.ts'

/** The table of states, written anew; what is not in it must not happen. */
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

const EVERY_PAIR = STATUSES.flatMap((status) => HAPPENINGS.map((happening) => [status, happening] as const))

test.each(EVERY_PAIR)('%s, then %s', (status, happening) => {
  expect(nextStatus(status, happening)).toBe(MOVES[status]?.[happening])
})

test.each(STATUSES)('%s is final exactly where nothing can move it any more', (status) => {
  expect(isFinal(status)).toBe(status !== 'CREATED' && status !== 'PENDING')
})

test.each(STATUSES.filter((status) => status !== 'CREATED'))(
  'a pending transaction can end as, or stay, %s',
  (status) => {
    expect(nextStatus('PENDING', happeningFor(status))).toBe(status)
  },
)
