import { integer } from '#app/config/kinds.ts'
import type { Noun } from '../command.ts'

const MOST_SECONDS = 366 * 24 * 3600

/** The merchant's test clock; uat only (docs/reference/simulators.md#test-clock). */
export const testClock: Noun = {
  name: 'test-clock',
  summary: 'The clock that testers move ahead, as the merchant (uat)',
  commands: [
    {
      verb: 'show',
      summary: 'Show the time by the clock',
      method: 'GET',
      asMerchant: '/api/test-clock',
      examples: ['test-clock show'],
    },
    {
      verb: 'advance',
      summary: 'Move it ahead: what would have fallen due in that time is due now',
      method: 'POST',
      asMerchant: '/api/test-clock',
      options: [
        {
          flags: '--seconds <seconds>',
          field: 'advance_seconds',
          kind: integer(1, MOST_SECONDS),
          why: 'how far',
          isRequired: true,
        },
      ],
      examples: ['test-clock advance --seconds 600'],
    },
  ],
}
