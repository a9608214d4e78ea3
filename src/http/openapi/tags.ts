/** What each section of the API reference is about. */
const ABOUT = {
  Access: 'Tokens, which every other call needs.',
  Transactions: 'Payments, payouts, captures, refunds and voids, and what became of them.',
  Sessions: 'Orders that a shopper pays in the browser: on the hosted page or in the embedded fields.',
  'EMV 3-D Secure': 'The steps between a card and its payment where the bank asks who pays.',
  Customers: 'The people whose cards you keep.',
  'Payment methods': 'Stored cards by their tokens.',
  Events: 'What your webhook endpoints were sent, and what became of it.',
  'Webhook endpoints': 'Where events are sent.',
  'Balances and settlements': 'What is owed, and what was settled day by day.',
  Analytics: 'Payments by how they ended.',
  'Audit log': 'Who changed what.',
  Keys: 'Your client and the keys that card fields are encrypted with.',
  'Request log': 'The requests that the gateway got from you.',
  'Saved views': 'Filters of lists that are kept under a name.',
  Team: 'The people of a merchant, and what they may do.',
  Terminals: 'Where your payments are taken, and the provider accounts they go through.',
  Simulators: 'What stands in for banks, wallets and time; only in the test realm.',
  'Embedded fields': 'What a page that shows the card fields loads.',
  'Admin: merchants': 'Merchants and their credentials.',
  'Admin: terminals': 'Terminals and what they take.',
  'Admin: provider accounts': 'Accounts at payment providers, and calls to them.',
  'Admin: webhook endpoints': "Merchants' webhook endpoints.",
  'Admin: ledger': 'The proof that no money is missing.',
  'Admin: keys': 'The master key and what is sealed under it.',
  'Admin: wallet keys': 'The keys that wallets encrypt for.',
  'Admin: transactions': 'Transactions of every merchant.',
  'Admin: audit log': 'Who changed what, at every merchant.',
  'Admin: people': 'Who runs the gateway by the dashboard.',
  'Admin: system': 'How the gateway itself is.',
} as const satisfies Readonly<Record<string, string>>

export type Tag = keyof typeof ABOUT

/** A section of the API reference. */
export function tagOf(name: Tag): object {
  return { name, description: ABOUT[name] }
}
