import { Type } from 'typebox'

const Minor = (description: string) => Type.Integer({ description: `${description} Minor units.` })

/** Answer of `GET /api/balances` (docs/reference/balances.md#what-is-owed). */
export const Balances = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        currency: Type.String(),
        pending: Minor('Owed to you from payments that are not settled yet.'),
        available: Minor('Owed to you; negative where you owe it.'),
        authorized: Minor('Held on cards and not captured.'),
      },
      { title: 'Balance' },
    ),
  ),
})

export const SettlementParams = Type.Object({
  date: Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-31'] }),
})

/** A settlement report, as text. */
export const SettlementReport = Type.String({
  description:
    'RFC 4180 with a header: one row for each transaction that moved money on that day, then a row `TOTAL` for each currency. Amounts are in minor units, signed; text that begins like a formula has a quote before it.',
})

/** Answer of `GET /admin/ledger/verify`. */
export const LedgerVerification = Type.Object({
  proven: Type.Boolean({ description: 'Whether nothing disagrees.' }),
  checked: Type.Object({
    transactions: Type.Integer({ description: 'Final ones.' }),
    entries: Type.Integer({ description: 'Of the ledger.' }),
    charges: Type.Integer({ description: "In the simulators' ledgers." }),
  }),
  discrepancies: Type.Array(
    Type.Object({
      check: Type.String({ description: 'What does not hold.' }),
      merchant_id: Type.String(),
      subject: Type.String({ description: 'The transaction, currency or provider account it does not hold for.' }),
    }),
    { description: 'At most 100 of each check.' },
  ),
})
