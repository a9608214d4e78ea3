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
import { may, type Permission } from '#identity/permissions.ts'
import { formatTime } from '../parts/format.ts'
import { ifAvailable } from '../shell/read.ts'
import type { MerchantPerson } from '../shell/screen.ts'

export interface FirstStep {
  readonly name: string
  readonly words: string
  readonly href: string
  readonly done: boolean
}

export interface AttentionItem {
  readonly name: string
  readonly words: Html | string
  readonly href: string
}

const NONE = { items: [] }
const HOUR_MS = 3600 * 1000

/** Problems that do not fix themselves, of those that this user may see. */
export async function findAttentionItems(gateway: Gateway, caller: MerchantPerson): Promise<readonly AttentionItem[]> {
  const { merchantId } = caller
  const now = gateway.clock.now().getTime()
  const [failed, hanging, disputes, reviews, accounts, keys] = await Promise.all([
    listMerchantEvents(gateway, merchantId, { status: 'FAILED', createdFrom: new Date(now - 24 * HOUR_MS) }, 1),
    ifAvailable(readTransactions(gateway, merchantId, { status: 'PENDING', createdTo: new Date(now - HOUR_MS) }, 1)),
    may(caller, 'disputes.read') ? readDisputesByDeadline(gateway, merchantId, { status: 'NEEDS_RESPONSE' }, 1) : NONE,
    may(caller, 'reviews.decide') ? ifAvailable(readReviews(gateway, merchantId, undefined, 1)) : NONE,
    may(caller, 'providers.read') ? showAccountsInOrder(gateway, merchantId) : [],
    may(caller, 'keys.read') ? showOwnKeys(gateway, merchantId) : undefined,
  ])
  const open = accounts.filter(({ circuit }) => circuit.state !== 'CLOSED')
  const due = disputes.items[0]?.respondBy
  const dispute = html`A dispute needs your response${due && html` by ${formatTime(due, caller.timeZone)}`}`
  const retires = keys?.encryptionKeys.some(({ retiresAt }) => retiresAt !== null)
  const has = (page: { readonly items: readonly unknown[] } | undefined) => page !== undefined && page.items.length > 0
  const item = (name: string, words: Html | string, href: string) => ({ name, words, href: `/dashboard/${href}` })
  return [
    has(disputes) && item('disputes', dispute, 'disputes?status=NEEDS_RESPONSE'),
    has(reviews) && item('reviews', 'Some payments wait for your review', 'reviews'),
    has(failed) && item('events', 'Some events from the last 24 hours were not delivered', 'events?status=FAILED'),
    has(hanging) && item('pending', 'Some payments have been pending for over an hour', 'transactions?status=PENDING'),
    retires && item('keys', 'A card encryption key expires soon. Switch your server to the current one.', 'keys'),
    ...open.map(({ providerAccountId, name }) =>
      item(providerAccountId, `${name} is not responding. Payments skip it.`, 'terminals'),
    ),
  ].filter((one) => typeof one === 'object')
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
