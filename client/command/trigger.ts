import { createPublicKey, randomUUID } from 'node:crypto'
import { encryptCard } from '../card.ts'
import type { Connection } from '../connection.ts'
import { TollgateError } from '../error.ts'
import type { Envelope, Keys, Session, Terminal, Transaction } from '../schema.ts'
import type { List } from '../transaction.ts'
import { Failure } from './failure.ts'
import type { OutputLine } from './output-line.ts'
import { RESPONSE_MESSAGES } from './response-messages.ts'

/** For the answer of the hosted page. */
const TIMEOUT_MS = 60_000

/** Instructions for a simulator, in addition to what makes the event. */
type Metadata = Readonly<Record<string, unknown>>
type Trigger = (connection: Connection, metadata: Metadata) => Promise<object>

/** How each event is made to happen. */
const TRIGGERS: Readonly<Record<string, Trigger>> = {
  'transaction.processed': pay,
  'payment_method.kept': keepCard,
  'payment_method.removed': async (connection, metadata) => {
    const { payment_method } = await keepCard(connection, metadata)
    await connection.call('DELETE', `/api/payment-methods/${payment_method.token}`)
    return payment_method
  },
  'payment_method.updated': async (connection, metadata) => {
    const { payment_method } = await keepCard(connection, metadata)
    const body = { expiration_year: Number(CARD.expirationYear) + 1 }
    return connection.call('PATCH', `/api/payment-methods/${payment_method.token}`, { body })
  },
  'session.completed': completeSession,
  'dispute.opened': (connection, metadata) => pay(connection, { ...metadata, simulate_dispute: 'inquiry' }),
  'payout.failed': async (connection, metadata) => {
    await requireSimulators(connection)
    const beneficiary = { type: 'bank_account', data: ACCOUNT }
    const body = { ...orderAt(await terminalOf(connection)), beneficiary, metadata: { ...metadata, ...SENT_BACK } }
    return (await connection.call<Envelope>('POST', '/api/transactions/payout', { body })).result!
  },
  'refund.failed': async (connection, metadata) => {
    const { terminal_id, reference, currency, amount, id } = await pay(connection, metadata)
    const refund = { terminal_id, reference, currency, amount, transaction_type: 'REFUND', parent_transaction_id: id }
    return connection.call('POST', '/api/transactions/manage', { body: { ...refund, metadata: SENT_BACK } })
  },
}

/** Events that can be triggered. */
export const EVENTS: readonly string[] = Object.keys(TRIGGERS)

/**
 * Makes an event happen by a payment at the simulators, and returns what was created: `logs` and `listen` show what follows.
 * @throws Failure for another event, or without simulators
 */
export async function* trigger(
  connection: Connection,
  event: string,
  responseCode: string | undefined,
): AsyncGenerator<OutputLine> {
  const make = Object.hasOwn(TRIGGERS, event) ? TRIGGERS[event] : undefined
  if (!make)
    throw new Failure(`Cannot trigger ${event}, only ${EVENTS.join(', ')}. Use the test clock for other events.`)
  const record = await make(connection, metadataOf(responseCode))
  yield { record, line: lineOf(event, record) }
}

function lineOf(event: string, record: object): string {
  const { id, token, status, processing_code } = record as Readonly<Record<string, unknown>>
  const words = [event, id ?? token, status, processing_code]
  return words.filter((word) => typeof word === 'string').join('  ')
}

/** Sets the message too, because a simulator sends `approved` with every outcome by default. */
function metadataOf(responseCode: string | undefined): Metadata {
  if (responseCode === undefined) return {}
  const message = RESPONSE_MESSAGES[responseCode]
  return { response_code: responseCode, ...(message && { response_message: message }) }
}

/** The simulator approves, and sends the money back two seconds later. */
const SENT_BACK = { simulate_fault: 'taken_back' }

const CARD = { number: '4111111111111111', cvv: '123', expirationMonth: '12', expirationYear: '2040' }
const ACCOUNT = { account_number: '50100012345678', account_name: 'Ada Lindqvist', ifsc: 'HDFC0001234' }
const BROWSER = {
  user_agent: 'tollgate trigger',
  accept_header: 'text/html',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: 0,
  language: 'en-GB',
}

/** A purchase by card without 3-D Secure. */
async function pay(connection: Connection, metadata: Metadata, more: object = {}): Promise<Transaction> {
  await requireSimulators(connection)
  const [terminal, { encryption_keys: keys }] = await Promise.all([
    terminalOf(connection),
    connection.call<Keys>('GET', '/api/keys'),
  ])
  const { result } = await connection.call<Envelope>('POST', '/api/transactions/authorize', {
    body: {
      ...orderAt(terminal),
      transaction_type: 'PURCHASE',
      payment_method: { type: 'card', data: encryptCard(createPublicKey(keys[0]!.public_key), CARD) },
      browser_info: BROWSER,
      ...more,
      metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', ...metadata },
    },
  })
  if (!result) throw new Failure('This payment waits for a shopper; remove the response code.')
  return result
}

/** An order that is paid on its hosted page, as a browser without script does it. */
async function completeSession(connection: Connection, metadata: Metadata): Promise<Session> {
  await requireSimulators(connection)
  const body = {
    ...orderAt(await terminalOf(connection)),
    transaction_type: 'PURCHASE',
    return_url: 'https://shop.example/thanks',
    metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', ...metadata },
  }
  const { id, hosted_payment_page_url: page } = await connection.call<Session>('POST', '/api/sessions', { body })
  const { number, cvv: cvc, expirationMonth, expirationYear } = CARD
  const form = new URLSearchParams({
    method: 'card',
    number,
    expiry: `${expirationMonth}/${expirationYear.slice(2)}`,
    cvc,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const paid = await fetch(`${page}/pay`, { method: 'POST', headers, body: String(form), redirect: 'manual', signal })
  await paid.body?.cancel()
  return connection.call<Session>('GET', `/api/sessions/${id}`)
}

async function keepCard(connection: Connection, metadata: Metadata): Promise<Transaction> {
  const paid = await pay(connection, metadata, { tokenization: { save_card_for_future_payments: true } })
  if (!paid.payment_method.token) throw new Failure(`The card was not stored: ${paid.response_message ?? paid.status}.`)
  return paid
}

/** Rejects a gateway without simulators, where a test card would go to a real bank. */
async function requireSimulators(connection: Connection): Promise<void> {
  try {
    await connection.call('GET', '/api/test-clock')
  } catch (error) {
    const isMissing = error instanceof TollgateError && error.code === 'not_found'
    throw isMissing ? new Failure('This gateway has no simulators; trigger events in uat only.') : error
  }
}

async function terminalOf(connection: Connection): Promise<Terminal> {
  const { items } = await connection.call<List<Terminal>>('GET', '/api/terminals', { query: { limit: 100 } })
  const terminal = items.find(({ status, accepts_payments }) => status === 'ACTIVE' && accepts_payments)
  if (!terminal)
    throw new Failure('You have no terminal that accepts payments. An operator creates one: tollgate terminal create.')
  return terminal
}

function orderAt({ terminal_id, currencies }: Terminal) {
  const currency = !currencies || currencies.includes('EUR') ? 'EUR' : currencies[0]
  return {
    reference: `trigger-${randomUUID().slice(0, 8)}`,
    terminal_id,
    description: 'tollgate trigger',
    currency,
    amount: 1250,
  }
}
