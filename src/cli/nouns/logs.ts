import type { StreamingCommand } from '../command.ts'
import { followLogs } from '../follow/logs.ts'

/** What happened to one request or one transaction, as it happens (docs/reference/requests.md#request-log). */
export const logs: StreamingCommand = {
  verb: 'logs',
  summary: 'Follow a transaction or request until it completes and its events are delivered',
  args: ['id'],
  examples: ['logs <transaction_id>', 'logs <request_id>'],
  follow: followLogs,
}
