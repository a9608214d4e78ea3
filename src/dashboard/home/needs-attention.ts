import type { Page } from '#domain/page.ts'
import { showMerchant } from '#flows/admin/merchants.ts'
import { showTerminals } from '#flows/admin/terminals.ts'
import { readDisputesByDeadline } from '#flows/disputes/read-disputes.ts'
import { listMerchantEvents } from '#flows/events.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showOwnKeys } from '#flows/keys/own-keys.ts'
import { readReviews } from '#flows/rules/review.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { listMerchantWebhookEndpoints } from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'
import { formatRows, MOST_COUNTED, timeWithin } from '../parts/format.ts'
import { ifAvailable } from '../shell/read.ts'
import type { MerchantPerson } from '../shell/screen.ts'

export interface FirstStep {
  readonly name: string
  readonly words: string
  readonly href: string
  readonly done: boolean
}

interface AttentionItem {
  readonly name: string
  /** Number of what it is about; left out for one thing. */
  readonly count?: string
  readonly words: Html | string
  readonly button: string
  /** Below `/dashboard`. */
  readonly page: string
}

const NONE = { items: [], next: null }
const HOUR_MS = 3600 * 1000

/** Problems that do not fix themselves, of those that this user may see. */
export async function findAttentionItems(gateway: Gateway, caller: MerchantPerson): Promise<readonly AttentionItem[]> {
  const { merchantId } = caller
  const now = gateway.clock.now().getTime()
  const undelivered = { status: 'FAILED', createdFrom: new Date(now - 24 * HOUR_MS) } as const
  const hung = { status: 'PENDING', createdTo: new Date(now - HOUR_MS) } as const
  const [failed, hanging, disputes, reviews, accounts, keys] = await Promise.all([
    listMerchantEvents(gateway, merchantId, undelivered, MOST_COUNTED),
    ifAvailable(readTransactions(gateway, merchantId, hung, MOST_COUNTED)),
    may(caller, 'disputes.read')
      ? readDisputesByDeadline(gateway, merchantId, { status: 'NEEDS_RESPONSE' }, MOST_COUNTED)
      : NONE,
    may(caller, 'reviews.decide') ? ifAvailable(readReviews(gateway, merchantId, undefined, MOST_COUNTED)) : NONE,
    may(caller, 'providers.read') ? showAccountsInOrder(gateway, merchantId) : [],
    may(caller, 'keys.read') ? showOwnKeys(gateway, merchantId) : undefined,
  ])
  const due = disputes.items[0]?.respondBy
  const dispute = html`A dispute needs your response${due && html` by ${timeWithin(due, caller.timeZone)}`}${disputes.items.length > 1 && ', others later'}`
  const retires = keys?.encryptionKeys.some(({ retiresAt }) => retiresAt !== null)
  const open = accounts.filter(({ circuit }) => circuit.state !== 'CLOSED')
  return [
    ...counted(disputes, 'disputes', dispute, 'Respond', 'disputes?status=NEEDS_RESPONSE'),
    ...counted(reviews, 'reviews', 'Payments to review', 'Review', 'reviews'),
    ...counted(failed, 'events', 'Events not delivered in the last 24 hours', 'View events', 'events?status=FAILED'),
    ...counted(hanging, 'pending', 'Pending for more than an hour', 'View payments', 'transactions?status=PENDING'),
    ...(retires ? [{ name: 'keys', words: KEY_RETIRES, button: 'View keys', page: 'keys' }] : []),
    ...open.map(({ providerAccountId: id, name }) => {
      const words = `${name} is not responding. Payments skip it.`
      return { name: id, words, button: 'View terminals', page: 'terminals' }
    }),
  ]
}

const KEY_RETIRES = 'A card encryption key expires soon. Switch your server to the current one.'

function counted(
  rows: Page<unknown> | undefined,
  ...[name, words, button, page]: [name: string, words: Html | string, button: string, page: string]
): readonly AttentionItem[] {
  return rows && rows.items.length > 0 ? [{ name, count: formatRows(rows), words, button, page }] : []
}

export async function firstSteps(
  gateway: Gateway,
  caller: MerchantPerson,
  hasPaid: boolean,
): Promise<readonly FirstStep[]> {
  const { merchantId, methods, realm } = caller
  const [merchant, terminals, endpoints] = await Promise.all([
    showMerchant(gateway, merchantId),
    showTerminals(gateway, merchantId, undefined, 1),
    listMerchantWebhookEndpoints(gateway, merchantId, undefined, 1),
  ])
  const isTest = realm === 'uat'
  const hasFactor = methods.some((one) => one !== 'pwd')
  const step = (name: string, words: string, page: string, needs: Permission | 'own', done: boolean) => {
    const href = needs === 'own' || may(caller, needs) ? `/dashboard/${page}` : '/docs'
    return { name, words, href, done }
  }
  return [
    step('key', 'Get your API keys', 'keys', 'keys.read', merchant.clientId !== null),
    step('terminal', 'Get a terminal', 'terminals', 'terminals.read', terminals.items.length > 0),
    step('webhook', 'Add a webhook endpoint', 'webhooks', 'webhooks.read', endpoints.items.length > 0),
    step('payment', 'Take your first payment', isTest ? 'try' : 'transactions', 'payments.read', hasPaid),
    step('second-factor', 'Set up a second factor', 'account', 'own', hasFactor),
    { ...step('production', 'Go live', '', 'own', !isTest), href: '/docs/operate/go-live' },
  ]
}

/** Section of things that need care, each with its number and a button. @param clear shown if nothing does */
export function attentionSheet(items: readonly AttentionItem[], clear: Html | string): Html {
  const rows = items.map(
    ({ name, count, words, button, page }) => html`<li class="attention" data-id="${name}">
<span class="count" data-field="count">${count ?? '!'}</span> <span class="breaks" data-field="words">${words}</span>
<a class="button button-secondary" href="/dashboard/${page}">${button}</a></li>
`,
  )
  return html`<section class="sheet" aria-labelledby="care"><h2 id="care">Needs attention</h2>
${items.length > 0 ? html`<ul class="plain-list" data-list="care">${rows}</ul>` : html`<p class="muted" data-field="care">${clear}</p>`}</section>`
}
