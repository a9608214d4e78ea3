import { flag, integer, text } from '#app/config/kinds.ts'
import type { Noun, Option } from '../command.ts'
import { PAGING, PERIOD } from '../options.ts'

const FILTERS: readonly Option[] = [
  { flags: '--method <method>', field: 'method', kind: text, why: 'GET, POST, PATCH or DELETE' },
  { flags: '--route <route>', field: 'route', kind: text, why: 'such as /api/transactions/authorize' },
  { flags: '--status <status>', field: 'status', kind: integer(100, 599), why: 'of the answer' },
  ...PERIOD,
]

/** What a merchant's servers asked (docs/reference/requests.md#request-log). */
export const request: Noun = {
  name: 'request',
  summary: "What a merchant's servers asked, as the merchant",
  commands: [
    {
      verb: 'list',
      summary: 'List requests of the last 30 days, newest first',
      method: 'GET',
      asMerchant: '/api/requests',
      options: [
        { flags: '--errors <on|off>', field: 'errors', kind: flag, why: 'only what was refused or failed' },
        { flags: '--request-id <id>', field: 'request_id', kind: text, why: 'as x-request-id of the answer' },
        ...FILTERS,
        ...PAGING,
      ],
      columns: ['received_at', 'method', 'path', 'status', 'duration_ms', 'request_id', 'refused_fields'],
      examples: ['request list --errors on'],
    },
    {
      verb: 'faults',
      summary: 'List what was refused or failed, the same faults counted together',
      method: 'GET',
      asMerchant: '/api/requests/faults',
      options: FILTERS,
      columns: ['count', 'method', 'route', 'status', 'refused_fields', 'last_at', 'last_request_id'],
      examples: ['request faults'],
    },
  ],
}
