import type { Noun } from '../command.ts'
import { PAGING } from '../options.ts'
import { proveLedger } from '../prove-ledger.ts'

/** The double-entry ledger (docs/reference/balances.md#the-ledger-behind-it). */
export const ledger: Noun = {
  name: 'ledger',
  summary: 'What merchants are owed, and whether the ledger is true',
  commands: [
    {
      verb: 'verify',
      summary:
        "Prove that ledger, transactions and, in uat, the simulators' own ledgers agree; ends with 1 where they do not",
      run: proveLedger,
      isBad: (answer) => !(answer as { readonly proven: boolean }).proven,
      examples: ['ledger verify', 'ledger verify --json'],
    },
    {
      verb: 'balances',
      summary: 'Show what the merchant is owed, by currency',
      method: 'GET',
      asMerchant: '/api/balances',
      columns: ['currency', 'pending', 'available', 'authorized'],
      examples: ['ledger balances'],
    },
    {
      verb: 'days',
      summary: 'Show what each day came to, by currency, newest first, as the merchant',
      method: 'GET',
      asMerchant: '/api/settlements',
      options: PAGING,
      columns: ['date', 'currency', 'gross', 'fee', 'net', 'rows', 'closed'],
      examples: ['ledger days', 'ledger days --limit 7'],
    },
  ],
}
