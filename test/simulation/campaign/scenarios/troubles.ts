import type { Chance } from '../chance.ts'

/** Faults of the provider (docs/reference/simulators.md#faults). */
const FAULTS = [
  'timeout_before_charge',
  'timeout_after_charge',
  'connection_reset',
  'garbage_answer',
  'duplicate_notice',
  'late_notice',
  'inquiry_not_found',
]
const DECLINES = ['TRX_STATUS_DECLINED', 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'RISK_FAILED_FRAUD']
/** More than the gateway waits for a provider. */
const TOO_SLOW_MS = 2600

/** Kinds of luck an order may have with its provider, by how many in a hundred have it. */
const LUCK = {
  good: { share: 50, orders: () => ({}) },
  slow: { share: 25, orders: (chance: Chance) => ({ simulate_delay_ms: chance.integer(20, 400) }) },
  faulty: { share: 13, orders: (chance: Chance) => ({ simulate_fault: chance.pick(FAULTS) }) },
  declined: { share: 7, orders: (chance: Chance) => ({ response_code: chance.pick(DECLINES) }) },
  tooSlow: { share: 2, orders: () => ({ simulate_delay_ms: TOO_SLOW_MS }) },
  undecided: {
    share: 3,
    orders: (chance: Chance) => ({
      response_code: 'TRX_STATUS_PENDING',
      simulate_final_response_code: chance.pick(['TRX_STATUS_APPROVED', 'TRX_STATUS_DECLINED']),
      simulate_final_after_seconds: chance.integer(1, 4),
    }),
  },
} as const

type Luck = keyof typeof LUCK
const DRAWN = Object.entries(LUCK).flatMap(([luck, { share }]) => Array<Luck>(share).fill(luck as Luck))

/** Draws the trouble that an order's metadata requests of its provider. */
export function troubles(chance: Chance): Readonly<Record<string, unknown>> {
  return LUCK[chance.pick(DRAWN)].orders(chance)
}
