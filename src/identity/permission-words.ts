import type { Permission } from './permissions.ts'

/** A sentence for each permission, by subject. */
const WORDS = {
  Payments: {
    'payments.read': 'See payments and their timelines.',
    'payments.read-customer': 'See the customer’s name, email and address with a payment.',
    'payments.create': 'Charge cards and other payment methods.',
    'payments.capture': 'Capture authorized payments.',
    'payments.void': 'Void payments before they settle.',
    'payments.refund': 'Refund payments, in part or in full.',
    'payments.export': 'Download payments as a file.',
    'sessions.create': 'Open and cancel sessions for the hosted page and embedded fields.',
    'payouts.create': 'Pay out to bank accounts and cards.',
    'links.read': 'See payment links.',
    'links.manage': 'Create and change payment links.',
    'disputes.read': 'See disputes.',
    'disputes.manage': 'Accept disputes.',
  },
  Money: {
    'money.read': 'See balances and daily reports.',
    'analytics.read': 'See totals, approval rates and declines.',
  },
  Fraud: {
    'rules.read': 'See rules and lists, and try rules out.',
    'rules.manage': 'Change rules.',
    'lists.manage': 'Add, import and remove list entries.',
    'reviews.decide': 'Approve or decline payments in review.',
  },
  Customers: {
    'customers.read': 'See customers and their saved cards.',
    'customers.manage': 'Add, change and remove customers and saved cards.',
    'customers.export': 'Download all data of a customer.',
    'customers.erase': 'Erase a customer’s personal data permanently.',
    'agreements.read': 'See subscriptions and other agreements.',
    'agreements.manage': 'Import, change and cancel agreements.',
  },
  Developers: {
    'webhooks.read': 'See webhook endpoints and their deliveries.',
    'webhooks.manage': 'Decide which events are sent where.',
    'events.resend': 'Send events again.',
    'keys.read': 'See keys and API clients, without their secrets.',
    'keys.rotate': 'Rotate keys, and create, change and disable API clients.',
    'requests.read': 'See the log of API requests.',
  },
  Settings: {
    'terminals.read': 'See terminals and the look of the checkout page.',
    'terminals.origins': 'Change allowed origins and the look of the checkout page.',
    'terminals.manage': 'Create and change terminals and their routing.',
    'providers.read': 'See provider accounts and whether they respond.',
    'providers.manage': 'Add, change and check provider accounts.',
    'team.read': 'See the team and its roles.',
    'team.manage': 'Invite people, change their roles and end their access.',
    'settings.manage': 'Change the company’s settings and shared views.',
    'audit.read': 'See the audit log.',
    'merchants.manage': 'Create merchants, activate and deactivate them.',
    'platform.read': 'See merchants, providers and the state of the gateway.',
  },
} as const satisfies Readonly<Record<string, Partial<Record<Permission, string>>>>

export const PERMISSION_GROUPS = Object.entries(WORDS).map(
  ([subject, sentences]) => [subject, Object.keys(sentences) as Permission[]] as const,
)

const SENTENCES = Object.assign({}, ...Object.values(WORDS)) as Readonly<Record<string, string>>

export function permissionSentence(permission: Permission): string {
  return SENTENCES[permission] ?? permission
}
