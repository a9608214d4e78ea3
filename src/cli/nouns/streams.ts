import { address, listOf, text } from '#app/config/kinds.ts'
import { listen as listenTo } from '#client/command/listen.ts'
import { followLogs } from '#client/command/logs.ts'
import { EVENTS, trigger as triggerEvent } from '#client/command/trigger.ts'
import { findAccess } from '../access.ts'
import type { StreamingCommand } from '../command.ts'

/** Commands that a merchant's developers also have in the client (client/command). */
export const STREAMS: readonly StreamingCommand[] = [
  // docs/integrate/webhooks.md#on-your-own-machine
  {
    verb: 'listen',
    summary: 'Stream events and optionally forward them, signed, to a URL; stop with Ctrl-C',
    options: [
      {
        flags: '--forward-to <url>',
        field: 'forward_to',
        kind: address,
        description: 'URL that receives each event once, for example on your machine',
      },
      { flags: '--events <list>', field: 'events', kind: listOf(text), description: 'event types (default: all)' },
    ],
    examples: ['listen', 'listen --forward-to http://localhost:8001/webhooks'],
    follow: async function* ({ forward_to, events }) {
      const { connect, clientSecret } = findAccess()
      const [target, types] = [forward_to as string | undefined, events as readonly string[] | undefined]
      yield* listenTo(await connect('merchant'), { clientSecret, target, types })
    },
  },
  {
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
  },
  // docs/reference/requests.md#request-log
  {
    verb: 'logs',
    summary: 'Follow a transaction or request until it completes and its events are delivered',
    args: ['id'],
    examples: ['logs <transaction_id>', 'logs <request_id>'],
    follow: async function* ({ id }) {
      yield* followLogs(await findAccess().connect('merchant'), String(id))
    },
  },
]
