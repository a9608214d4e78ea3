import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { disputed } from '../disputes/disputes.ts'
import { createLink, linkBody } from '../payment-links/links.ts'
import { paymentOf } from '../payments/payer.ts'
import { payoutOf } from '../payouts/payout-requests.ts'
import { listed } from '../rules/listing.ts'
import { createSession, sessionBody } from '../sessions/browser.ts'
import { begin, toChallenge } from '../three-ds/shopper.ts'

/** Objects of a merchant that another may try to reach. */
export interface Belongings {
  readonly transaction: string
  readonly reference: string
  readonly order: string
  readonly terminal: string
  readonly event: string
  readonly endpoint: string
  readonly view: string
  readonly client: string
  readonly customer: string
  /** ID of another customer, for a caller who creates one with it. */
  readonly namesake: string
  readonly card: string
  readonly agreement: string
  readonly dispute: string
  readonly session: string
  readonly link: string
  readonly erasure: string
  readonly listEntry: string
  readonly fingerprint: { readonly session: string; readonly paymentData: string }
  readonly challenge: { readonly session: string; readonly paymentData: string }
}

interface Attempt {
  readonly path: string
  readonly body?: unknown
}

const ENDPOINT = { url: 'http://127.0.0.1:9/hook' }

/** A request to each merchant route that names an object of another merchant. A route without a row fails the test. */
export const ATTEMPTS: Record<string, (its: Belongings, caller: TestMerchant) => Attempt> = {
  'POST /api/transactions/authorize': ({ terminal }, caller) => ({
    path: '/api/transactions/authorize',
    body: caller.order({ terminal_id: terminal, reference: 'foreign', metadata: NOT_ENROLLED }),
  }),
  'POST /api/transactions/payment': ({ terminal }, caller) => ({
    path: '/api/transactions/payment',
    body: paymentOf(caller, { terminal_id: terminal, reference: 'foreign' }),
  }),
  'POST /api/transactions/payout': ({ terminal }, caller) => ({
    path: '/api/transactions/payout',
    body: payoutOf(caller, { terminal_id: terminal, reference: 'foreign' }),
  }),
  'POST /api/transactions/manage': ({ terminal, transaction, reference }) => ({
    path: '/api/transactions/manage',
    body: {
      ...{ terminal_id: terminal, reference, parent_transaction_id: transaction },
      ...{ transaction_type: 'REFUND', currency: 'EUR', amount: 1 },
    },
  }),
  'POST /api/sessions': ({ terminal }, caller) => ({
    path: '/api/sessions',
    body: sessionBody(caller, { terminal_id: terminal, reference: 'foreign' }),
  }),
  'GET /api/sessions': ({ terminal, reference }) => ({
    path: `/api/sessions?terminal_id=${terminal}&reference=${reference}`,
  }),
  'GET /api/sessions/:id': ({ session }) => ({ path: `/api/sessions/${session}` }),
  'PATCH /api/sessions/:id': ({ session }) => ({ path: `/api/sessions/${session}`, body: { description: 'Taken' } }),
  'POST /api/sessions/:id/cancel': ({ session }) => ({ path: `/api/sessions/${session}/cancel`, body: {} }),
  'POST /api/payment-links': ({ terminal }, caller) => ({
    path: '/api/payment-links',
    body: linkBody(caller, { terminal_id: terminal, reference: 'foreign' }),
  }),
  'GET /api/payment-links': ({ terminal }) => ({ path: `/api/payment-links?terminal_id=${terminal}` }),
  'GET /api/payment-links/:id': ({ link }) => ({ path: `/api/payment-links/${link}` }),
  'PATCH /api/payment-links/:id': ({ link }) => ({ path: `/api/payment-links/${link}`, body: { status: 'DISABLED' } }),
  'POST /api/payment-links/:id/send': ({ link }) => ({
    path: `/api/payment-links/${link}/send`,
    body: { email: 'ada@shop.example' },
  }),
  'POST /api/transactions/three-ds/:three_ds_server_trans_id/request-authentication': ({ fingerprint }) => ({
    path: `/api/transactions/three-ds/${fingerprint.session}/request-authentication`,
    body: { fingerprint_result: btoa('N'), payment_data: fingerprint.paymentData },
  }),
  'POST /api/transactions/three-ds/authentication-completed': ({ challenge }) => ({
    path: '/api/transactions/three-ds/authentication-completed',
    body: { session_id: challenge.session, payment_data: challenge.paymentData, trans_status: 'Y' },
  }),
  'GET /api/transactions/:id/status': ({ transaction }) => ({ path: `/api/transactions/${transaction}/status` }),
  'POST /api/transactions/:id/stop-recovery': ({ transaction }) => ({
    path: `/api/transactions/${transaction}/stop-recovery`,
    body: {},
  }),
  'GET /api/transactions': ({ terminal, reference, order }) => ({
    path: `/api/transactions?terminal_id=${terminal}&reference=${reference}&order_id=${order}`,
  }),
  'GET /api/transactions/:id/timeline': ({ transaction }) => ({ path: `/api/transactions/${transaction}/timeline` }),
  'GET /api/transactions/count': ({ terminal, reference, order }) => ({
    path: `/api/transactions/count?terminal_id=${terminal}&reference=${reference}&order_id=${order}`,
  }),
  'GET /api/transactions.csv': ({ terminal, reference, order }) => ({
    path: `/api/transactions.csv?terminal_id=${terminal}&reference=${reference}&order_id=${order}`,
  }),
  'POST /api/customers': ({ namesake }) => ({ path: '/api/customers', body: { id: namesake } }),
  'GET /api/customers': () => ({ path: '/api/customers' }),
  'GET /api/customers/:id': ({ customer }) => ({ path: `/api/customers/${customer}` }),
  'PATCH /api/customers/:id': ({ customer }) => ({ path: `/api/customers/${customer}`, body: { city: 'Cluj' } }),
  'DELETE /api/customers/:id': ({ customer }) => ({ path: `/api/customers/${customer}` }),
  'GET /api/customers/:id/export': ({ customer }) => ({ path: `/api/customers/${customer}/export` }),
  'POST /api/erasures': ({ customer }) => ({ path: '/api/erasures', body: { customer_id: customer } }),
  'GET /api/erasures/:id': ({ erasure }) => ({ path: `/api/erasures/${erasure}` }),
  'GET /api/customers/:id/payment-methods': ({ customer }) => ({
    path: `/api/customers/${customer}/payment-methods`,
  }),
  'GET /api/payment-methods': ({ customer }) => ({ path: `/api/payment-methods?customer_id=${customer}` }),
  'PATCH /api/payment-methods/:token': ({ card }) => ({
    path: `/api/payment-methods/${card}`,
    body: { expiration_year: 2039 },
  }),
  'GET /api/payment-methods/:token': ({ card }) => ({ path: `/api/payment-methods/${card}` }),
  'DELETE /api/payment-methods/:token': ({ card }) => ({ path: `/api/payment-methods/${card}` }),
  'GET /api/agreements': ({ card }) => ({ path: `/api/agreements?payment_method_id=${card}` }),
  'POST /api/agreements': ({ card }) => ({
    path: '/api/agreements',
    body: {
      ...{ payment_method_id: card, purpose: 'UNSCHEDULED', description: 'Foreign', currency: 'EUR' },
      ...{ network_transaction_id: 'MCC123456789', accepted_at: '2026-01-01T00:00:00Z' },
    },
  }),
  'GET /api/agreements/:id': ({ agreement }) => ({ path: `/api/agreements/${agreement}` }),
  'PATCH /api/agreements/:id': ({ agreement }) => ({
    path: `/api/agreements/${agreement}`,
    body: { status: 'CANCELED' },
  }),
  'GET /api/lists/:list': () => ({ path: '/api/lists/block' }),
  'POST /api/lists/:list': ({ transaction }) => ({
    path: '/api/lists/block',
    body: { transaction_id: transaction, kinds: ['card_hash'] },
  }),
  'DELETE /api/lists/:list/:id': ({ listEntry }) => ({ path: `/api/lists/allow/${listEntry}` }),
  'POST /api/lists/:list/import': () => ({ path: '/api/lists/block/import', body: {} }),
  'POST /api/transactions/:id/review': ({ transaction }) => ({
    path: `/api/transactions/${transaction}/review`,
    body: { outcome: 'CLEARED' },
  }),
  'GET /api/disputes': ({ transaction }) => ({ path: `/api/disputes?transaction_id=${transaction}` }),
  'GET /api/disputes/:id': ({ dispute }) => ({ path: `/api/disputes/${dispute}` }),
  'POST /api/disputes/:id/accept': ({ dispute }) => ({ path: `/api/disputes/${dispute}/accept`, body: {} }),
  'POST /api/simulators/disputes/:id/move': ({ dispute }) => ({
    path: `/api/simulators/disputes/${dispute}/move`,
    body: { to: 'WON' },
  }),
  'GET /api/events': ({ transaction }) => ({ path: `/api/events?transaction_id=${transaction}` }),
  'GET /api/events/:id': ({ event }) => ({ path: `/api/events/${event}` }),
  'GET /api/events/:id/deliveries': ({ event }) => ({ path: `/api/events/${event}/deliveries` }),
  'POST /api/events/:id/redeliver': ({ event }) => ({ path: `/api/events/${event}/redeliver`, body: {} }),
  'POST /api/events/redeliver-failed': ({ endpoint }) => ({
    path: '/api/events/redeliver-failed',
    body: { webhook_endpoint_id: endpoint },
  }),
  'GET /api/keys': () => ({ path: '/api/keys' }),
  'GET /api/clients': () => ({ path: '/api/clients' }),
  'POST /api/clients': ({ terminal }) => ({
    path: '/api/clients',
    body: { name: 'Plugin', permissions: [], terminal_ids: [terminal] },
  }),
  'GET /api/clients/:id': ({ client }) => ({ path: `/api/clients/${client}` }),
  'PATCH /api/clients/:id': ({ client }) => ({ path: `/api/clients/${client}`, body: { status: 'DISABLED' } }),
  'POST /api/clients/:id/rotate-secret': ({ client }) => ({ path: `/api/clients/${client}/rotate-secret`, body: {} }),
  'GET /api/webhook-endpoints': () => ({ path: '/api/webhook-endpoints' }),
  'POST /api/webhook-endpoints': ({ terminal }) => ({
    path: '/api/webhook-endpoints',
    body: { ...ENDPOINT, terminal_id: terminal },
  }),
  'GET /api/webhook-endpoints/:id': ({ endpoint }) => ({ path: `/api/webhook-endpoints/${endpoint}` }),
  'PATCH /api/webhook-endpoints/:id': ({ endpoint }) => ({
    path: `/api/webhook-endpoints/${endpoint}`,
    body: { status: 'DISABLED' },
  }),
  'DELETE /api/webhook-endpoints/:id': ({ endpoint }) => ({ path: `/api/webhook-endpoints/${endpoint}` }),
  'POST /api/webhook-endpoints/:id/rotate-secret': ({ endpoint }) => ({
    path: `/api/webhook-endpoints/${endpoint}/rotate-secret`,
    body: {},
  }),
  'POST /api/webhook-endpoints/:id/test': ({ endpoint }) => ({
    path: `/api/webhook-endpoints/${endpoint}/test`,
    body: {},
  }),
  'GET /api/terminals': () => ({ path: '/api/terminals?limit=1' }),
  'GET /api/terminals/:id': ({ terminal }) => ({ path: `/api/terminals/${terminal}` }),
  'PATCH /api/terminals/:id': ({ terminal }) => ({
    path: `/api/terminals/${terminal}`,
    body: { allowed_origins: ['https://attacker.example'] },
  }),
  'GET /api/provider-accounts': () => ({ path: '/api/provider-accounts' }),
  'GET /api/audit-log': ({ terminal }) => ({ path: `/api/audit-log?subject=${terminal}` }),
  'GET /api/requests': () => ({ path: '/api/requests?request_id=nobody' }),
  'GET /api/requests/faults': () => ({ path: '/api/requests/faults?route=/api/customers' }),
  'GET /api/team': () => ({ path: '/api/team' }),
  'GET /api/test-clock': () => ({ path: '/api/test-clock' }),
  'POST /api/test-clock': () => ({ path: '/api/test-clock', body: { advance_seconds: 1 } }),
  'GET /api/balances': () => ({ path: '/api/balances' }),
  'GET /api/rules/:kind': () => ({ path: '/api/rules/risk' }),
  'PUT /api/rules/:kind': ({ terminal }) => ({
    path: '/api/rules/routing',
    body: { rules: [{ name: 'x', status: 'ACTIVE', when: [], then: { accounts: [terminal] } }] },
  }),
  'POST /api/rules/:kind/test': ({ terminal }) => ({
    path: '/api/rules/risk/test',
    body: {
      rules: [
        {
          ...{ name: 'x', status: 'ACTIVE', then: { action: 'BLOCK' } },
          when: [{ field: 'terminal_id', operator: 'eq', value: terminal }],
        },
      ],
      ...{ created_from: '2020-01-01T00:00:00Z', created_to: '2100-01-01T00:00:00Z' },
    },
  }),
  'POST /api/rules/:kind/evaluate': ({ customer }) => ({
    path: '/api/rules/risk/evaluate',
    body: { customer_id: customer },
  }),
  'GET /api/appearance': () => ({ path: '/api/appearance' }),
  'PATCH /api/appearance': () => ({ path: '/api/appearance', body: {} }),
  'GET /api/views': () => ({ path: '/api/views' }),
  'POST /api/views': () => ({ path: '/api/views', body: { name: '', filters: {} } }),
  'DELETE /api/views/:id': ({ view }) => ({ path: `/api/views/${view}` }),
  'GET /api/settlements': () => ({ path: '/api/settlements' }),
  'GET /api/analytics/payments': ({ terminal }) => ({ path: `/api/analytics/payments?terminal_id=${terminal}` }),
  'GET /api/settlements/:date.csv': () => ({
    path: `/api/settlements/${new Date().toISOString().slice(0, 10)}.csv`,
  }),
  'GET /api/simulators/authentications/:transaction_id': ({ transaction }) => ({
    path: `/api/simulators/authentications/${transaction}`,
  }),
  'GET /api/simulators/charges': ({ transaction, reference }) => ({
    path: `/api/simulators/charges?transaction_id=${transaction}&reference=${reference}`,
  }),
  'POST /api/simulators/walleta-tokens': () => ({
    path: '/api/simulators/walleta-tokens',
    body: { auth_method: 'PAN_ONLY' },
  }),
}

export const UNKNOWN: Belongings = {
  transaction: 'trx_unknownunknownunknown0',
  reference: 'nobody',
  order: 'ord_unknownunknownunknown0',
  terminal: 'ter_unknownunknown01',
  event: 'evt_unknownunknownunknown0',
  endpoint: 'whe_unknownunknownunknown0',
  view: 'viw_unknownunknownunknown0',
  client: 'unknownunknownunkno0',
  customer: 'cus_unknownunknownunknown0',
  namesake: 'cus_unknownunknownunknown1',
  card: 'tok_unknownunknownunknown0',
  agreement: 'agr_unknownunknownunknown0',
  dispute: 'dsp_unknownunknownunknownunkno0',
  session: 'ses_unknownunknownunknown0',
  listEntry: 'lst_unknownunknownunknown0',
  link: 'lnk_unknownunknownunknownunkno0',
  erasure: 'ers_unknownunknownunknownunkno0',
  fingerprint: { session: '6b1f0c1e-0000-4000-8000-000000000000', paymentData: 'x' },
  challenge: { session: '6b1f0c1e-0000-4000-8000-000000000000', paymentData: 'x' },
}

/** Makes one of everything, its payments on the merchant's terminal. */
export async function collect(merchant: TestMerchant): Promise<Belongings> {
  const endpoint = (await merchant.call('POST', '/api/webhook-endpoints', { body: ENDPOINT })).body
  const customers = [{}, {}].map(() => merchant.call('POST', '/api/customers', { body: {} }))
  const [customer, namesake] = (await Promise.all(customers)).map(({ body }) => body.id)
  const save = { customer: { id: customer }, tokenization: { save_card_for_future_payments: true } }
  const agreement = { purpose: 'UNSCHEDULED', description: 'Top-ups' }
  const { result } = (await merchant.authorize({ ...save, agreement })).body
  const [event] = (await merchant.call('GET', `/api/events?transaction_id=${result.id}`)).body.items
  const { dispute } = await disputed(merchant, 'inquiry')
  const [fingerprint, challenge] = [await begin(merchant), await toChallenge(merchant)]
  return {
    transaction: result.id,
    reference: result.reference,
    order: result.order_id,
    terminal: merchant.terminalId,
    event: event.id,
    endpoint: endpoint.id,
    view: (await merchant.call('POST', '/api/views', { body: { name: 'Declined', filters: {} } })).body.id,
    client: (await merchant.call('POST', '/api/clients', { body: { name: 'Plugin', permissions: [] } })).body.client_id,
    customer,
    namesake,
    card: result.payment_method.token,
    agreement: result.agreement_id,
    dispute: dispute.id,
    session: (await createSession(merchant)).body.id,
    link: (await createLink(merchant)).id,
    erasure: (await merchant.call('POST', '/api/erasures', { body: { customer_id: 'nobody' } })).body.id,
    listEntry: (await listed(merchant, 'allow', { kind: 'bin', value: '400000' })).id,
    fingerprint: { session: fingerprint.session_id, paymentData: fingerprint.payment_data },
    challenge: { session: challenge.session_id, paymentData: challenge.payment_data },
  }
}

/** Replaces what may differ: the IDs of the merchant's objects, random values and times. */
export function withoutIds(text: string, its: Belongings): string {
  return Object.values(its)
    .filter((value): value is string => typeof value === 'string')
    .reduce((rest, value) => rest.replaceAll(value, 'ITS'), text)
    .replaceAll(/"(trx|ord|ers)_\w+"|"[\d-]+T[\d:.]+Z"|(?<="walleta_pay_token":)"[^"]+"/g, '"…"')
}
