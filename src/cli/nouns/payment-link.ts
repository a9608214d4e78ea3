import { integer, text } from '#app/config/kinds.ts'
import type { Connection } from '#client/connection.ts'
import type { Terminal } from '#client/index.ts'
import { randomText } from '#domain/ids.ts'
import { findAccess } from '../access.ts'
import { type Call, type CommandGroup, Failure, type Input } from '../command.ts'
import { json, textOrNone } from '../kinds.ts'
import { PAGING, required } from '../options.ts'
import { amountOf, amountOption } from '../typed-amount.ts'

const PATH = '/api/payment-links'
const ONE = `${PATH}/{payment_link_id}`

/** Prices with an address (docs/reference/payment-links.md). */
export const paymentLink: CommandGroup = {
  name: 'payment-link',
  summary: 'Prices with an address that shoppers pay (merchant)',
  commands: [
    {
      verb: 'create',
      summary: 'Create a payment link',
      method: 'POST',
      asMerchant: PATH,
      args: ['currency'],
      options: [
        required(amountOption('amount', 'amount', 'amount')),
        {
          flags: '--description <text>',
          field: 'description',
          kind: text,
          description: 'text for shoppers',
          isRequired: true,
        },
        {
          flags: '--reference <reference>',
          field: 'reference',
          kind: text,
          description: 'reference (default: random)',
        },
        {
          flags: '--terminal <terminal_id>',
          field: 'terminal_id',
          kind: text,
          description: 'terminal ID (default: the newest active)',
        },
        {
          flags: '--max-payments <number>',
          field: 'max_payments',
          kind: integer(1, 100_000),
          description: 'number of payments (default 1)',
        },
        {
          flags: '--expires <time>',
          field: 'expires_at',
          kind: textOrNone,
          description: 'expiry time, or none (default: in 30 days)',
        },
        { flags: '--return-url <url>', field: 'return_url', kind: text, description: 'URL for shoppers who have paid' },
        { flags: '--metadata <json>', field: 'metadata', kind: json, description: 'metadata of its payments as JSON' },
      ],
      prepare: priced,
      readFirst: newLink,
      columns: ['url', 'id', 'reference', 'description', 'amount', 'status', 'max_payments', 'expires_at'],
      examples: ['payment-link create --amount 49.00 EUR --description "Workshop" --json'],
    },
    {
      verb: 'list',
      summary: 'List payment links, newest first',
      method: 'GET',
      asMerchant: PATH,
      options: [
        { flags: '--status <status>', field: 'status', kind: text, description: 'status, for example ACTIVE' },
        { flags: '--reference <reference>', field: 'reference', kind: text, description: 'reference' },
        { flags: '--terminal <terminal_id>', field: 'terminal_id', kind: text, description: 'terminal ID' },
        { flags: '--find <text>', field: 'q', kind: text, description: 'ID, or part of a reference or description' },
        ...PAGING,
      ],
      columns: ['id', 'created_at', 'reference', 'description', 'amount', 'status', 'payments', 'collected_amount'],
      examples: ['payment-link list --status ACTIVE'],
    },
    {
      verb: 'show',
      summary: 'Show a payment link',
      method: 'GET',
      asMerchant: ONE,
      args: ['payment_link_id'],
      examples: ['payment-link show <payment_link_id>'],
    },
    statusCommand('disable', 'DISABLED', 'Disable a payment link; no new payment can begin'),
    statusCommand('enable', 'ACTIVE', 'Enable a payment link again'),
    {
      verb: 'qr',
      summary: 'Print the QR code of a payment link as SVG',
      args: ['payment_link_id'],
      run: async ({ payment_link_id: id }) => {
        const connection = await findAccess().connect('merchant')
        return { svg: await connection.download(`/pay/${encodeURIComponent(String(id))}/qr.svg`) }
      },
      line: (answer) => (answer as { svg: string }).svg,
      examples: ['payment-link qr <payment_link_id> > code.svg'],
    },
  ],
}

function statusCommand(verb: string, status: string, summary: string): Call {
  return {
    verb,
    summary,
    method: 'PATCH',
    asMerchant: ONE,
    args: ['payment_link_id'],
    sends: { status },
    examples: [`payment-link ${verb} <payment_link_id>`],
  }
}

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
