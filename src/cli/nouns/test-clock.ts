import { integer } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'

const MOST_SECONDS = 366 * 24 * 3600

/** The merchant's test clock; uat only (docs/reference/simulators.md#test-clock). */
export const testClock: CommandGroup = {
  name: 'test-clock',
  summary: 'Test clock (merchant, uat)',
  commands: [
    {
      verb: 'show',
      summary: 'Show the time of the test clock',
      method: 'GET',
      asMerchant: '/api/test-clock',
      examples: ['test-clock show'],
    },
    {
      verb: 'advance',
      summary: 'Advance the test clock; everything due in that time is due now',
      method: 'POST',
      asMerchant: '/api/test-clock',
      options: [
        {
          flags: '--seconds <seconds>',
          field: 'advance_seconds',
          kind: integer(1, MOST_SECONDS),
          description: 'seconds to advance',
          isRequired: true,
        },
      ],
      examples: ['test-clock advance --seconds 600'],
    },
  ],
}
