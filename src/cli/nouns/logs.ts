import { followLogs } from '#client/command/logs.ts'
import { findAccess } from '../access.ts'
import type { StreamingCommand } from '../command.ts'

/** What happened to one request or one transaction, as it happens (docs/reference/requests.md#request-log). */
export const logs: StreamingCommand = {
  verb: 'logs',
  summary: 'Follow a transaction or request until it completes and its events are delivered',
  args: ['id'],
  examples: ['logs <transaction_id>', 'logs <request_id>'],
  follow: async function* ({ id }) {
    yield* followLogs(await findAccess().connect('merchant'), String(id))
  },
}
