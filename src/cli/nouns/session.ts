import { text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'
import { jsonOrNone } from '../kinds.ts'
import { PAGING } from '../options.ts'

/** Orders that shoppers pay on the gateway's pages, as the merchant (docs/reference/sessions.md). */
export const session: CommandGroup = {
  name: 'session',
  summary: 'Sessions of the hosted page and the embedded fields (merchant)',
  commands: [
    {
      verb: 'list',
      summary: 'List sessions, newest first',
      method: 'GET',
      asMerchant: '/api/sessions',
      options: [
        { flags: '--reference <reference>', field: 'reference', kind: text, description: 'reference' },
        { flags: '--status <status>', field: 'status', kind: text, description: 'status, for example CREATED' },
        { flags: '--terminal <terminal_id>', field: 'terminal_id', kind: text, description: 'terminal ID' },
        ...PAGING,
      ],
      columns: ['id', 'created_at', 'terminal_id', 'reference', 'amount', 'status', 'transaction_id'],
      examples: ['session list --status CREATED', 'session list --reference order-1 --json'],
    },
    {
      verb: 'show',
      summary: 'Show a session',
      method: 'GET',
      asMerchant: '/api/sessions/{session_id}',
      args: ['session_id'],
      examples: ['session show <session_id>'],
    },
    {
      verb: 'update',
      summary: 'Update an open session',
      method: 'PATCH',
      asMerchant: '/api/sessions/{session_id}',
      args: ['session_id'],
      options: [
        { flags: '--description <text>', field: 'description', kind: text, description: 'description' },
        {
          flags: '--metadata <json>',
          field: 'metadata',
          kind: jsonOrNone,
          description: 'metadata of later payments as JSON, or none',
        },
      ],
      examples: [`session update <session_id> --metadata '{"cart":"7"}'`],
    },
    {
      verb: 'cancel',
      summary: 'Cancel an open session and the payment that waits for its shopper',
      method: 'POST',
      asMerchant: '/api/sessions/{session_id}/cancel',
      args: ['session_id'],
      examples: ['session cancel <session_id>'],
    },
  ],
}
