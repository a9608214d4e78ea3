import { flag, integer, text } from '#app/config/kinds.ts'
import type { CommandGroup, Option } from '../command.ts'
import { PAGING, PERIOD } from '../options.ts'

const FILTERS: readonly Option[] = [
  { flags: '--method <method>', field: 'method', kind: text, description: 'GET, POST, PATCH, PUT or DELETE' },
  {
    flags: '--route <route>',
    field: 'route',
    kind: text,
    description: 'route, for example /api/transactions/authorize',
  },
  { flags: '--status <status>', field: 'status', kind: integer(100, 599), description: 'status of the response' },
  ...PERIOD,
]

/** What a merchant's servers asked (docs/reference/requests.md#request-log). */
export const request: CommandGroup = {
  name: 'request',
  summary: 'API request log (merchant)',
  commands: [
    {
      verb: 'list',
      summary: 'List requests of the last 30 days, newest first',
      method: 'GET',
      asMerchant: '/api/requests',
      options: [
        { flags: '--errors <on|off>', field: 'errors', kind: flag, description: 'errors only' },
        { flags: '--request-id <id>', field: 'request_id', kind: text, description: 'x-request-id of the response' },
        ...FILTERS,
        ...PAGING,
      ],
      columns: ['received_at', 'method', 'path', 'status', 'duration_ms', 'request_id', 'refused_fields'],
      examples: ['request list --errors on'],
    },
    {
      verb: 'faults',
      summary: 'List errors, grouped',
      method: 'GET',
      asMerchant: '/api/requests/faults',
      options: FILTERS,
      columns: ['count', 'method', 'route', 'status', 'refused_fields', 'last_at', 'last_request_id'],
      examples: ['request faults'],
    },
  ],
}
