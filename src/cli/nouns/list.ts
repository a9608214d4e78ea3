import { listOf, text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'
import { PAGING } from '../options.ts'

const PATH = '/api/lists/{list}'

/** Block and allow lists, as the merchant (docs/reference/lists.md). */
export const list: CommandGroup = {
  name: 'list',
  summary: 'Block and allow lists of payments (merchant)',
  commands: [
    {
      verb: 'add',
      summary: 'Add a value, or who made a payment, to a list: block or allow',
      method: 'POST',
      asMerchant: PATH,
      args: ['list'],
      options: [
        { flags: '--kind <kind>', field: 'kind', kind: text, description: 'kind of value, for example email' },
        { flags: '--value <value>', field: 'value', kind: text, description: 'value' },
        {
          flags: '--transaction <transaction_id>',
          field: 'transaction_id',
          kind: text,
          description: 'payment whose payer is added, instead of a value',
        },
        {
          flags: '--kinds <kinds>',
          field: 'kinds',
          kind: listOf(text),
          description: 'kinds of its values, for example card_hash,email',
        },
        { flags: '--reason <text>', field: 'reason', kind: text, description: 'reason' },
        { flags: '--expires <time>', field: 'expires_at', kind: text, description: 'expiry time (default: never)' },
      ],
      examples: [
        'list add block --kind email_domain --value throwaway.example --reason "disposable"',
        'list add block --transaction <transaction_id> --kinds card_hash,email',
      ],
    },
    {
      verb: 'remove',
      summary: 'Remove an entry from a list',
      method: 'DELETE',
      asMerchant: `${PATH}/{id}`,
      args: ['list', 'id'],
      examples: ['list remove block <id>'],
    },
    {
      verb: 'list',
      summary: 'List the entries of a list, newest first',
      method: 'GET',
      asMerchant: PATH,
      args: ['list'],
      options: [
        { flags: '--kind <kind>', field: 'kind', kind: text, description: 'kind of value' },
        { flags: '--value <value>', field: 'value', kind: text, description: 'value' },
        ...PAGING,
      ],
      columns: ['id', 'created_at', 'kind', 'value', 'reason', 'expires_at', 'hits'],
      examples: ['list list block', 'list list allow --value ada@shop.example'],
    },
    {
      verb: 'import',
      summary: 'Add the entries of a CSV file: kind,value,reason,expires_at',
      method: 'POST',
      asMerchant: `${PATH}/import`,
      args: ['list', 'file'],
      asCsv: 'file',
      isBad: (answer) => (answer as { errors: readonly unknown[] }).errors.length > 0,
      examples: ['list import block entries.csv'],
    },
  ],
}
