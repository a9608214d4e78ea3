import { text } from '#app/config/kinds.ts'
import { EVENTS, trigger as triggerEvent } from '#client/command/trigger.ts'
import { findAccess } from '../access.ts'
import type { StreamingCommand } from '../command.ts'

/** Makes an event happen, by doing in uat what it tells of. */
export const trigger: StreamingCommand = {
  verb: 'trigger',
  summary: `Trigger an event by a payment at the simulators (uat): ${EVENTS.join(', ')}`,
  args: ['event'],
  options: [
    {
      flags: '--response-code <code>',
      field: 'response_code',
      kind: text,
      description: 'response of the simulator (default TRX_STATUS_APPROVED)',
    },
  ],
  examples: ['trigger transaction.processed', 'trigger transaction.processed --response-code TRX_STATUS_DECLINED'],
  follow: async function* ({ event, response_code }) {
    const connection = await findAccess().connect('merchant')
    yield* triggerEvent(connection, String(event), response_code as string | undefined)
  },
}
