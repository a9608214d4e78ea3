import { noun, op } from '../op.ts'
import { proveLedger } from '../prove-ledger.ts'

// What the gateway has recorded for a merchant, and the lists that decide about its payments.

/** docs/reference/lists.md */
export const list = noun('list', 'Block and allow lists of payments (merchant)', {
  add: op('addListEntry', {
    summary: 'Add a value, or who made a payment, to a list: block or allow',
    examples: [
      'list add block --kind email_domain --value throwaway.example --reason "disposable"',
      'list add block --transaction <transaction_id> --kinds card_hash,email',
    ],
  }),
  remove: op('removeListEntry', { id: 'id', examples: ['list remove block <id>'] }),
  list: op('listListEntries', {
    summary: 'List the entries of a list, newest first',
    columns: ['id', 'created_at', 'kind', 'value', 'reason', 'expires_at', 'hits'],
    examples: ['list list block', 'list list allow --value ada@shop.example'],
  }),
  import: op('importListEntries', {
    summary: 'Add the entries of a CSV file: kind,value,reason,expires_at',
    args: ['file'],
    asCsv: 'file',
    isBad: (answer) => (answer as { errors: readonly unknown[] }).errors.length > 0,
    examples: ['list import block entries.csv'],
  }),
})

/** docs/reference/events.md#looking-back */
export const event = noun('event', 'Events and their deliveries (merchant)', {
  list: op('listEvents', {
    summary: 'List events, newest first',
    flags: { status: { description: 'delivery status: PENDING, DELIVERED or FAILED' } },
    columns: ['id', 'created_at', 'event', 'transaction_id', 'deliveries'],
    examples: ['event list --status FAILED'],
  }),
  show: op('showEvent', { id: 'id', summary: 'Show an event with its payload and deliveries' }),
  deliveries: op('showEventDeliveries', {
    id: 'id',
    summary: 'List delivery attempts of an event with responses',
    columns: ['webhook_endpoint_id', 'status', 'attempts', 'next_attempt_at', 'tries'],
    examples: ['event deliveries <id>', 'event deliveries <id> --json'],
  }),
  redeliver: op('redeliverEvent', { id: 'id', summary: 'Resend an event to every active endpoint' }),
  'redeliver-failed': op('redeliverFailedEvents', {
    summary: 'Resend failed deliveries to active endpoints, up to 1,000 per call',
    examples: ['event redeliver-failed --endpoint <id> --from 2026-11-01T00:00:00Z'],
  }),
})

const STATUS = { status: { description: 'status of the response' } }

/** docs/reference/requests.md#request-log */
export const request = noun('request', 'API request log (merchant)', {
  list: op('listRequests', {
    summary: 'List requests of the last 30 days, newest first',
    only: ['errors', 'request_id', 'method', 'route', 'status', 'created_from', 'created_to', 'limit', 'cursor'],
    flags: STATUS,
    columns: ['received_at', 'method', 'path', 'status', 'duration_ms', 'request_id', 'refused_fields'],
    examples: ['request list --errors on'],
  }),
  faults: op('listRequestFaults', {
    summary: 'List errors, grouped',
    flags: STATUS,
    columns: ['count', 'method', 'route', 'status', 'refused_fields', 'last_at', 'last_request_id'],
  }),
})

/** docs/reference/balances.md#the-ledger-behind-it */
export const ledger = noun('ledger', 'Balances, settlements and ledger verification', {
  verify: {
    summary: 'Verify that ledger, transactions and (uat) simulator ledgers agree; exits with 1 on a discrepancy',
    run: proveLedger,
    isBad: (answer) => !(answer as { readonly proven: boolean }).proven,
    examples: ['ledger verify', 'ledger verify --json'],
  },
  balances: op('showBalances', {
    summary: 'List balances by currency (merchant)',
    columns: ['currency', 'pending', 'available', 'authorized'],
  }),
  days: op('listSettlementDays', {
    summary: 'List settlement days by currency, newest first (merchant)',
    only: ['limit', 'cursor'],
    columns: ['date', 'currency', 'gross', 'fee', 'net', 'rows', 'closed'],
    examples: ['ledger days', 'ledger days --limit 7'],
  }),
})

/** docs/reference/analytics.md */
export const analytics = noun('analytics', 'Payment analytics (merchant)', {
  payments: op('showPaymentAnalytics', {
    only: ['from', 'to', 'group_by', 'terminal_id'],
    pick: (answer) => {
      const { items, three_ds, retries, ...rest } = answer as Record<string, unknown>
      return { ...rest, three_ds, retries }
    },
    examples: ['analytics payments', 'analytics payments --by brand --from 2026-01-01'],
  }),
})

/** docs/reference/admin.md#audit-log */
export const auditLog = noun('audit-log', 'Audit log of changes', {
  list: op('adminListAuditLog', {
    summary: 'List admin changes, newest first',
    flags: { merchant_id: { description: 'merchant ID (default: all merchants)' } },
    columns: ['created_at', 'actor', 'action', 'subject', 'changes'],
    examples: ['audit-log list --merchant <merchant_id>'],
  }),
  own: op('listAuditLog', {
    summary: 'List changes to a merchant (merchant)',
    columns: ['created_at', 'actor', 'actor_kind', 'ip', 'action', 'subject', 'changes'],
    examples: ['audit-log own --action webhook-endpoint.secret-rotated'],
  }),
})

/** docs/reference/simulators.md#charges */
export const simulator = noun('simulator', 'Charges recorded by the simulators (merchant, uat)', {
  charges: op('listSimulatedCharges', {
    summary: 'List charges of the simulators',
    columns: ['transaction_id', 'provider_account_id', 'operation', 'amount', 'state', 'created_at'],
    examples: ['simulator charges --reference order-1'],
  }),
})

/** docs/reference/simulators.md#test-clock */
export const testClock = noun('test-clock', 'Test clock (merchant, uat)', {
  show: op('showTestClock', { summary: 'Show the time of the test clock' }),
  advance: op('advanceTestClock', {
    summary: 'Advance the test clock; everything due in that time is due now',
    examples: ['test-clock advance --seconds 600'],
  }),
})
