const ABOUT = {
  Access: 'Access tokens, which every other call needs.',
  Transactions: 'Payments, payouts, captures, refunds and voids, and their results.',
  Sessions: 'Orders that a shopper pays in the browser: on the hosted page or in the embedded fields.',
  Disputes: 'Payments that shoppers dispute, and their deadlines.',
  'Payment links': 'Links that shoppers pay on a page of the gateway.',
  'EMV 3-D Secure': 'The steps of authentication by the bank of the shopper.',
  Customers: 'Customers with saved cards.',
  'Payment methods': 'Stored cards by their tokens.',
  Agreements: 'Permissions to charge a stored card while the shopper is away.',
  'Lists and reviews': 'Values that decline payments or let them pass, and payments that a person checks.',
  Rules: 'Decisions made in advance: which payments to stop, and which provider account to use.',
  Events: 'Events sent to your webhook endpoints, and their deliveries.',
  'Webhook endpoints': 'URLs that receive events.',
  'Balances and settlements': 'Balances, and settlements by day.',
  Analytics: 'Payments by result.',
  'Audit log': 'Changes, with their actor.',
  'API clients': 'Clients of your servers with limited permissions, and their secrets.',
  Keys: 'Your client and the encryption keys for card fields.',
  'Request log': 'API requests from your servers.',
  'Saved views': 'Named filters of lists.',
  Team: 'Users of a merchant, and their roles.',
  Terminals: 'Terminals, and the provider accounts that process their payments.',
  Simulators: 'Simulated banks, wallets and time; only in the test realm.',
  'Embedded fields': 'Scripts and frames of pages with card fields.',
  'Admin: merchants': 'Merchants and their credentials.',
  'Admin: terminals': 'Terminals and their payment methods.',
  'Admin: provider accounts': 'Accounts at payment providers, and calls to them.',
  'Admin: webhook endpoints': "Merchants' webhook endpoints.",
  'Admin: ledger': 'Verification of the ledger.',
  'Admin: settlement files': 'Settlement files of providers, compared with the records.',
  'Admin: keys': 'Master key and encrypted data.',
  'Admin: wallet keys': 'Key pairs for wallet tokens.',
  'Admin: transactions': 'Transactions of all merchants.',
  'Admin: audit log': 'Changes at all merchants, with their actor.',
  'Admin: people': 'Dashboard users of merchants and operators.',
  'Admin: system': 'System status.',
} as const satisfies Readonly<Record<string, string>>

export type Tag = keyof typeof ABOUT

export function tagOf(name: Tag): object {
  return { name, description: ABOUT[name] }
}
