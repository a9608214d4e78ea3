import { sayAside } from '#client/command/say.ts'
import { findAccess } from '../access.ts'
import { type Command, type CommandGroup, Failure } from '../command.ts'
import { noun, op } from '../op.ts'
import { amountOf } from '../typed-amount.ts'
import { OF_THE_CLIENT } from './of-the-client.ts'
import { settlement } from './settlement.ts'

const STATUS = { status: { description: 'status of the response' } }

export const RECORDS: readonly (CommandGroup | Command)[] = [
  // docs/reference/events.md#looking-back
  noun('event', 'Events and their deliveries (merchant)', {
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
  }),
  // docs/reference/requests.md#request-log
  noun('request', 'API request log (merchant)', {
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
  }),
  ...OF_THE_CLIENT,
  // docs/reference/balances.md#the-ledger-behind-it
  noun('ledger', 'Balances, settlements and ledger verification', {
    verify: {
      summary: 'Verify that ledger, transactions and (uat) simulator ledgers agree; exits with 1 on a discrepancy',
      run: proveLedger,
      isBad: (answer) => !(answer as { readonly proven: boolean }).proven,
      examples: ['ledger verify', 'ledger verify --json'],
    },
    export: op('adminExportLedger', {
      summary: 'Export the ledger for Beancount, hledger or as CSV',
      isFile: true,
      flags: {
        from: { description: 'first day in UTC, for example 2026-01-01' },
        merchant_id: { description: 'only the accounts of this merchant' },
        provider_account_id: { description: 'only entries by this provider account' },
      },
      examples: [
        'ledger export --from 2026-01-01 --to 2026-01-31 --format beancount',
        'ledger export --from 2026-01-01 --to 2026-01-31 --format csv --merchant <merchant_id>',
      ],
    }),
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
  }),
  settlement,
  // docs/reference/agreements.md
  noun('agreement', 'Agreements: charges while the shopper is away (merchant)', {
    list: op('listAgreements', {
      columns: ['id', 'created_at', 'status', 'purpose', 'currency', 'max_amount', 'customer_id'],
      examples: ['agreement list --status ACTIVE'],
    }),
    show: op('showAgreement', { summary: 'Show an agreement' }),
    cancel: op('changeAgreement', {
      summary: 'Cancel an agreement; it can no longer be charged',
      sends: { status: 'CANCELED' },
    }),
    import: op('importAgreement', {
      summary: 'Import an agreement for a stored card',
      prepare: (input) => {
        const { max_amount: limit, currency } = input
        return limit === undefined ? input : { ...input, max_amount: amountOf(limit, String(currency)) }
      },
      examples: [
        'agreement import --payment-method <token> --purpose RECURRING --frequency-days 30 --description "Monthly plan" --currency EUR --network-transaction-id MCC123456789 --accepted-at 2026-01-01T10:00:00Z',
      ],
    }),
  }),
  // docs/reference/disputes.md
  noun('dispute', 'Disputes of payments, with their deadlines (merchant)', {
    list: op('listDisputes', {
      columns: ['id', 'transaction_id', 'stage', 'status', 'funds', 'amount', 'currency', 'respond_by'],
      examples: ['dispute list --status NEEDS_RESPONSE'],
    }),
    show: op('showDispute', { summary: 'Show a dispute' }),
    accept: op('acceptDispute', { summary: 'Accept a dispute; you cannot undo it' }),
  }),
  // docs/reference/analytics.md
  noun('analytics', 'Payment analytics (merchant)', {
    payments: op('showPaymentAnalytics', {
      only: ['from', 'to', 'group_by', 'terminal_id'],
      finish: (answer) => {
        const { items, three_ds, retries, ...rest } = answer as Record<string, unknown>
        return { ...rest, three_ds, retries }
      },
      examples: ['analytics payments', 'analytics payments --by brand --from 2026-01-01'],
    }),
  }),
  // docs/reference/simulators.md#charges
  noun('simulator', 'Charges recorded by the simulators (merchant, uat)', {
    charges: op('listSimulatedCharges', {
      summary: 'List charges of the simulators',
      columns: ['transaction_id', 'provider_account_id', 'operation', 'amount', 'state', 'created_at'],
      examples: ['simulator charges --reference order-1'],
    }),
  }),
  // docs/reference/simulators.md#test-clock
  noun('test-clock', 'Test clock (merchant, uat)', {
    show: op('showTestClock', { summary: 'Show the time of the test clock' }),
    advance: op('advanceTestClock', {
      summary: 'Advance the test clock; everything due in that time is due now',
      examples: ['test-clock advance --seconds 600'],
    }),
  }),
]

interface ProofLine {
  readonly proven?: boolean
  readonly check?: string
  readonly number?: number
  readonly of?: number
  readonly seconds?: number
}

/** Ending the command stops the verification. @throws Failure if the gateway stopped it */
async function proveLedger(): Promise<unknown> {
  const connection = await findAccess().connect('operator')
  let told: number | undefined
  for await (const line of connection.lines<ProofLine>('/admin/ledger/verify.jsonl')) {
    if (line.proven !== undefined) return line
    if (line.number !== told) sayAside(`${line.number} of ${line.of}: ${line.check}, after ${line.seconds} s`)
    told = line.number
  }
  throw new Failure('The gateway stopped the verification. See its log, then run it again.')
}
