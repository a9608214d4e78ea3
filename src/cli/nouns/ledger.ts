import type { CommandGroup } from '../command.ts'
import { PAGING } from '../options.ts'
import { proveLedger } from '../prove-ledger.ts'

/** The double-entry ledger (docs/reference/balances.md#the-ledger-behind-it). */
export const ledger: CommandGroup = {
  name: 'ledger',
  summary: 'Balances, settlements and ledger verification',
  commands: [
    {
      verb: 'verify',
      summary: 'Verify that ledger, transactions and (uat) simulator ledgers agree; exits with 1 on a discrepancy',
      run: proveLedger,
      isBad: (answer) => !(answer as { readonly proven: boolean }).proven,
      examples: ['ledger verify', 'ledger verify --json'],
    },
    {
      verb: 'balances',
      summary: 'List balances by currency (merchant)',
      method: 'GET',
      asMerchant: '/api/balances',
      columns: ['currency', 'pending', 'available', 'authorized'],
      examples: ['ledger balances'],
    },
    {
      verb: 'days',
      summary: 'List settlement days by currency, newest first (merchant)',
      method: 'GET',
      asMerchant: '/api/settlements',
      options: PAGING,
      columns: ['date', 'currency', 'gross', 'fee', 'net', 'rows', 'closed'],
      examples: ['ledger days', 'ledger days --limit 7'],
    },
  ],
}
