import { setTimeout as sleep } from 'node:timers/promises'
import { routesOf } from '#app/routes.ts'
import type { Sql } from '#store/connection/database.ts'
import type { Demo } from '#test/gateway-process.ts'
import { browserOf, signIn } from '#test/visitor.ts'
import { filledId } from '../../../bench/fill/payments.ts'
import { fetchToken } from '../../simulation/campaign/token.ts'

export interface Reading {
  /** The route, and the filter where there is one. */
  readonly what: string
  readonly address: string
  /** @returns the status of the answer */
  ask(): Promise<number>
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Rare or absent values of each filter in a long history; each list is queried with those it accepts. */
const RARE: Readonly<Record<string, readonly string[]>> = {
  q: ['nobody', '47.11', 'ada42@shop.example', filledId(77)],
  terminal_id: ['ter_none'],
  terminal: ['ter_none'],
  reference: ['order-4711', 'none'],
  order_id: ['none'],
  parent_id: ['trx_none'],
  follow_up_reference: ['none'],
  payment_link_id: ['lnk_none'],
  stage: ['PRE_ARBITRATION'],
  payment: ['trx_none'],
  respond_by_before: ['2020-01-01T00:00:00Z'],
  agreement_id: ['agr_none'],
  payment_method_id: ['tok_none'],
  kind: ['country'],
  value: ['KP'],
  review: ['OPEN', 'FRAUD'],
  refunded: ['true', '1'],
  status: ['CANCELED', 'DECLINED', 'WON', 'FAILED', 'PENDING', 'DISABLED', '500', '200'],
  transaction_type: ['REFUND', 'PURCHASE'],
  type: ['REFUND', 'PURCHASE'],
  created_from: ['2031-01-01T00:00:00Z'],
  created_to: ['2020-01-01T00:00:00Z'],
  capture_by_before: ['2020-01-01T00:00:00Z'],
  capture: ['soon'],
  expires_before: ['2020-01'],
  last_four: ['9999'],
  email: ['nobody@shop.example'],
  customer_id: ['cus_none'],
  customer: ['cus_none'],
  amount_from: ['100000000'],
  amount_to: ['1'],
  amount: ['0.01'],
  currency: ['KWD', 'EUR'],
  payment_method: ['UPI'],
  method: ['UPI', 'DELETE'],
  brand: ['amex'],
  provider_account_id: ['acc_none'],
  account: ['acc_none'],
  processing_code: ['1006'],
  code: ['1006'],
  card_hash: ['none'],
  card: ['none'],
  counted: ['true', '1'],
  count: ['true', '1'],
  limit: ['1'],
  version: ['0'],
  event: ['session.expired', 'transaction.processed'],
  transaction_id: [filledId(78)],
  webhook_endpoint_id: ['whe_none'],
  endpoint: ['whe_none'],
  errors: ['true', '1'],
  request_id: ['req_none'],
  route: ['/api/nothing'],
  from: ['2031-01-01', dayAgo(300), dayAgo(20)],
  to: ['2020-01-01'],
  interval: ['hour', 'day'],
  group_by: ['code'],
  by: ['code'],
  compare: ['1', 'true'],
  actor: ['nobody'],
  action: ['nothing.changed'],
  subject: ['none'],
  merchant_id: ['mer_none'],
  provider: ['stripe'],
  outcome: ['DUPLICATE', 'AGREED'],
  older_than_days: ['365', '0'],
  days: ['365', '0'],
  fault: ['garbled'],
  date: [dayAgo(3)],
}

/** Parameters that answers lead to themselves, and messages about a previous action. */
const NOT_ASKED = new Set(['format', 'cursor', 'after', 'before', 'done', 'key'])

const MOST_TRIES = 10
const PAUSE_MS = 1000

/** They read everything, as they must. */
const READS_ALL = /^\/admin\/ledger\/verify|\/customers\/:id\/export$/

/** Queries of the lists and files that need one. */
const NEEDED: Readonly<Record<string, (demo: Demo, account: string) => string>> = {
  '/admin/ledger/export': ({ merchant }) =>
    `from=${dayAgo(20)}&to=${dayAgo(20)}&format=csv&merchant_id=${merchant.merchant_id}`,
  '/admin/settlements/missing': (_, account) => `provider_account_id=${account}`,
  '/admin/simulators/settlement-file': (_, account) => `provider_account_id=${account}&date=${dayAgo(20)}`,
}

type Guard = 'merchant' | 'operator' | 'person'

/** How addresses are asked as each kind of caller, the dashboard as the merchant's owner and as the platform's. */
type Callers = Readonly<Record<Guard, readonly Ask[]>>
type Ask = (path: string) => Promise<{ readonly status: number; readonly text: string }>

/** Each address without a query, with each filter, and the next page of it. */
export async function readings(demo: Demo, sql: Sql): Promise<readonly Reading[]> {
  const callers = await callersOf(demo)
  const ids = await idsOf(demo, sql)
  const routes = routesOf(null, null, null).filter(
    ({ method, path, guard }) => method === 'GET' && guard in callers && !READS_ALL.test(path),
  )
  return routes.flatMap(({ path, guard, query }) => {
    const isFile = path.startsWith('/admin/settlements/')
    const own = path.replaceAll(/([\w-]+)\/:\w+/g, (_, word) => `${word}/${ids(isFile ? 'settlement-files' : word)}`)
    const needed = NEEDED[path]?.(demo, ids('provider-accounts'))
    const ways = needed ? [`?${needed}`, ...filtersOf(query, needed)] : ['', ...filtersOf(query)]
    return ways.flatMap((way) =>
      callers[guard as Guard].map((ask) => ({
        what: `${path}${needed ? way.slice(needed.length + 1) : way}`.replace(/=.*/, ''),
        address: own + way,
        ask: () => asked(ask, own + way),
      })),
    )
  })
}

/** @param needed what each query has */
function filtersOf(query: unknown, needed?: string): readonly string[] {
  const names = Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  const given = new URLSearchParams(needed)
  return names
    .filter((name) => !NOT_ASKED.has(name) && !given.has(name))
    .flatMap((name) => (RARE[name] ?? unknown(name)).map((value) => `${name}=${encodeURIComponent(value)}`))
    .map((filter) => `?${needed ? `${needed}&` : ''}${filter}`)
}

function unknown(name: string): never {
  throw new Error(`Which value of the filter ${name} does hardly anything have? It belongs into RARE.`)
}

async function asked(ask: Ask, address: string): Promise<number> {
  let { status, text } = await ask(address)
  // A busy machine turns lists away; then there is no plan to see yet.
  for (let more = MOST_TRIES; status === 503 && more > 0; more -= 1) {
    await sleep(PAUSE_MS)
    ;({ status, text } = await ask(address))
  }
  const [, cursor] = /"next_cursor":"([^"]+)"/.exec(text) ?? /[?;&]cursor=([\w%-]+)/.exec(text) ?? []
  if (cursor) await ask(`${address}${address.includes('?') ? '&' : '?'}cursor=${cursor}`)
  return status
}

async function callersOf({ base_url: baseUrl, merchant, operator }: Demo): Promise<Callers> {
  const byToken = async ({ client_id: clientId, client_secret: clientSecret }: Demo['merchant'] | Demo['operator']) => {
    const authorization = `Bearer ${await fetchToken({ baseUrl, clientId, clientSecret })}`
    return async (path: string) => {
      const answer = await fetch(baseUrl + path, { headers: { authorization } })
      return { status: answer.status, text: await answer.text() }
    }
  }
  const byPage = async ({ email, password }: Demo['merchant'] | Demo['operator']) => {
    const browser = browserOf(baseUrl, '')
    await signIn(browser, email, password)
    return (path: string) => browser.get(path)
  }
  return {
    merchant: [await byToken(merchant)],
    operator: [await byToken(operator)],
    person: [await byPage(merchant), await byPage(operator)],
  }
}

type Named =
  | 'settlement'
  | 'dispute'
  | 'account'
  | 'endpoint'
  | 'token'
  | 'session'
  | 'link'
  | 'agreement'
  | 'erasure'
  | 'walletKey'

/** Returns the ID for a parameter of a path, by the word before it. */
async function idsOf({ merchant }: Demo, sql: Sql): Promise<(word: string) => string> {
  const { merchant_id: merchantId, terminal_id: terminal } = merchant
  const [row] = await sql<[Record<Named, string | null>]>`
    select
      (select min(provider_account_id) from provider_accounts where merchant_id = ${merchantId}) as account,
      (select min(webhook_endpoint_id) from webhook_endpoints where merchant_id = ${merchantId}) as endpoint,
      (select min(token) from payment_methods where merchant_id = ${merchantId}) as token,
      (select min(session_id) from sessions where merchant_id = ${merchantId}) as session,
      (select min(payment_link_id) from payment_links where merchant_id = ${merchantId}) as link,
      (select min(agreement_id) from agreements where merchant_id = ${merchantId}) as agreement,
      (select min(erasure_id) from erasures where merchant_id = ${merchantId}) as erasure,
      (select min(settlement_id) from settlements where reverted_at is null) as settlement,
      (select min(dispute_id) from disputes where merchant_id = ${merchantId}) as dispute,
      (select min(key_id) from wallet_keys) as "walletKey"`
  const ids: Readonly<Record<string, string | null>> = {
    transactions: filledId(1234),
    customers: 'cus_7',
    events: filledId(1234).replace('trx_', 'evt_'),
    settlements: dayAgo(180),
    'settlement-files': row.settlement,
    try: 'order-4711',
    merchants: merchantId,
    terminals: terminal,
    'provider-accounts': row.account,
    providers: row.account,
    'webhook-endpoints': row.endpoint,
    webhooks: row.endpoint,
    'payment-methods': row.token,
    sessions: row.session,
    'payment-links': row.link,
    agreements: row.agreement,
    erasures: row.erasure,
    disputes: row.dispute,
    authentications: filledId(1234),
    cards: row.token,
    'wallet-keys': row.walletKey,
    clients: merchant.client_id,
    lists: 'block',
    reviews: filledId(1234),
    rules: 'risk',
  }
  return (word) => {
    if (!(word in ids)) throw new Error(`What stands for an id behind ${word}/ in an address?`)
    return ids[word] ?? 'none'
  }
}
