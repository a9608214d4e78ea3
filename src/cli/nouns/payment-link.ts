import type { Connection } from '#client/connection.ts'
import type { Terminal } from '#client/index.ts'
import { randomText } from '#domain/ids.ts'
import { findAccess } from '../access.ts'
import { Failure, type Input } from '../command.ts'
import { noun, op } from '../op.ts'
import { amountOf } from '../typed-amount.ts'

const FLAGS = [
  ...['amount', 'description', 'reference', 'terminal_id'],
  ...['max_payments', 'expires_at', 'return_url', 'metadata'],
]

/** docs/reference/payment-links.md */
export const paymentLink = noun('payment-link', 'Links that shoppers pay (merchant)', {
  create: op('createPaymentLink', {
    args: ['currency'],
    only: FLAGS,
    flags: {
      amount: { isRequired: true },
      description: { description: 'text for shoppers' },
      reference: { description: 'reference (default: random)', isRequired: false },
      terminal_id: { description: 'terminal ID (default: the newest active)', isRequired: false },
      expires_at: { description: 'expiry time, or none (default: in 30 days)' },
    },
    prepare: priced,
    readFirst: newLink,
    columns: ['url', 'id', 'reference', 'description', 'amount', 'status', 'max_payments', 'expires_at'],
    examples: ['payment-link create --amount 49.00 EUR --description "Workshop" --json'],
  }),
  list: op('listPaymentLinks', {
    columns: ['id', 'created_at', 'reference', 'description', 'amount', 'status', 'payments', 'collected_amount'],
    examples: ['payment-link list --status ACTIVE'],
  }),
  show: op('showPaymentLink', { summary: 'Show a payment link' }),
  disable: op('changePaymentLink', {
    summary: 'Disable a payment link; no new payment can begin',
    sends: { status: 'DISABLED' },
  }),
  enable: op('changePaymentLink', { summary: 'Enable a payment link again', sends: { status: 'ACTIVE' } }),
  send: op('sendPaymentLink', {
    args: ['email'],
    examples: ['payment-link send <payment_link_id> ada@shop.example'],
  }),
  qr: {
    summary: 'Print the QR code of a payment link as SVG',
    args: ['payment_link_id'],
    run: async ({ payment_link_id: id }) => {
      const connection = await findAccess().connect('merchant')
      return { svg: await connection.download(`/pay/${encodeURIComponent(String(id))}/qr.svg`) }
    },
    line: (answer) => (answer as { svg: string }).svg,
    examples: ['payment-link qr <payment_link_id> > code.svg'],
  },
})

function priced(input: Input): Input {
  const currency = String(input.currency).toUpperCase()
  return { ...input, currency, amount: amountOf(input.amount, currency) }
}

/** @throws Failure without an active terminal */
async function newLink(connection: Connection, input: Input): Promise<Input> {
  const terminal_id = input.terminal_id ?? (await newestActiveTerminal(connection))
  if (terminal_id === undefined) throw new Failure('No terminal is active. Name one with --terminal.')
  return { reference: `link-${randomText(12)}`, ...input, terminal_id }
}

async function newestActiveTerminal(connection: Connection): Promise<string | undefined> {
  for await (const { status, terminal_id } of connection.list<Terminal>('/api/terminals', { limit: 100 }))
    if (status === 'ACTIVE') return terminal_id
  return undefined
}
