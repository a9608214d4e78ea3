import { Type } from 'typebox'
import { isPresentCurrency, minorUnits } from '#domain/currency.ts'
import { type AmountForm, readEnteredAmount } from '#domain/entered-amount.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { randomText } from '#domain/ids.ts'
import { PAYMENT_LINK_STATUSES } from '#domain/payment-link.ts'
import { invalid } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { changePaymentLink } from '#flows/payment-links/change-payment-link.ts'
import { createPaymentLink } from '#flows/payment-links/create-payment-link.ts'
import { paymentLinkUrl, readPaymentLinks, showPaymentLink } from '#flows/payment-links/read-payment-links.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { PaymentLinkBody } from '#http/api/payment-link-schemas.ts'
import { newLinkOf } from '#http/api/payment-links.ts'
import { type Route, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { validated } from '../shell/form-action.ts'
import { ifAvailable } from '../shell/if-available.ts'
import { DASHBOARD_PAGE_SIZE, oneOf, pageLinks, QueryText, trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { terminalNames } from '../shell/names.ts'
import { successMessages } from '../shell/success-messages.ts'
import { type LinkForm, paymentLinksPage } from './list-page.ts'
import { paymentLinkPage } from './page.ts'
import { linkPath, PAYMENT_LINKS_PATH } from './parts.ts'

const SHOWN_PAYMENTS = 20

const READ = { method: 'GET', guard: 'person', permission: 'links.read' } as const
const MANAGE = { method: 'POST', guard: 'person', permission: 'links.manage' } as const

const LinkPageParams = Type.Object({ id: Type.String() })
const LinkListQuery = Type.Object({ q: QueryText, status: QueryText, terminal: QueryText, cursor: QueryText })

async function listView(
  gateway: Gateway,
  caller: PersonCaller,
  query: Readonly<Partial<Record<'q' | 'status' | 'terminal' | 'cursor', string>>>,
) {
  const merchantId = requireMerchant(caller)
  const [q, terminalId] = [trimOrUndefined(query.q), trimOrUndefined(query.terminal)]
  const status = oneOf(query.status, PAYMENT_LINK_STATUSES)
  const after = positionOf({ cursor: trimOrUndefined(query.cursor) })
  const [terminals, page] = await Promise.all([
    terminalNames(gateway, merchantId),
    readPaymentLinks(gateway, merchantId, { q, terminalId, status, after }, DASHBOARD_PAGE_SIZE),
  ])
  const filters = { q: q ?? '', status: status ?? '', terminal: terminalId ?? '' }
  return { links: page.items, terminals, filters, beside: pageLinks(PAYMENT_LINKS_PATH, query, page.next) }
}

const listRoute = route({
  ...READ,
  path: PAYMENT_LINKS_PATH,
  summary: 'Payment links',
  query: LinkListQuery,
  handle: async (gateway, { caller, query }) => paymentLinksPage(caller, await listView(gateway, caller, query)),
})

const createRoute = route({
  ...MANAGE,
  path: PAYMENT_LINKS_PATH,
  summary: 'Create a payment link',
  body: Type.Object({
    description: QueryText,
    amount: QueryText,
    reading: QueryText,
    currency: QueryText,
    terminal_id: QueryText,
    reference: QueryText,
    uses: QueryText,
  }),
  again: async (gateway, { caller, body }, problems) => {
    const view = await listView(gateway, caller, {})
    return paymentLinksPage(caller, { ...view, form: body, problems, entry: entryOf(body) })
  },
  handle: async (gateway, { caller, actor, body }) => {
    const { currency, amount } = moneyOf(body)
    const uses = body.uses === 'any' ? { max_payments: null } : {}
    const wanted = validated(gateway, PaymentLinkBody, {
      terminal_id: body.terminal_id ?? '',
      reference: trimOrUndefined(body.reference) ?? `link-${randomText(12)}`,
      description: body.description?.trim() ?? '',
      currency,
      amount: exactInteger(amount),
      ...uses,
    })
    const { link } = await createPaymentLink(gateway, actor, newLinkOf(requireMerchant(caller), wanted))
    return { status: 303, location: linkPath(link.paymentLinkId, 'created') }
  },
})

type MoneyForm = AmountForm & LinkForm

/** @throws RequestError `invalid` on `currency` or `amount` */
function moneyOf(form: MoneyForm) {
  const currency = currencyOf(form)
  if (!isPresentCurrency(currency)) throw invalid('currency', 'Enter a currency, for example EUR.')
  const { amount, problem } = readEnteredAmount(form, currency, 0n)
  if (amount === undefined) throw invalid('amount', problem ?? '')
  return { currency, amount }
}

function currencyOf({ currency = '' }: LinkForm): string {
  return currency.trim().toUpperCase()
}

function entryOf(form: MoneyForm) {
  const currency = currencyOf(form)
  return minorUnits(currency) === undefined ? undefined : readEnteredAmount(form, currency, 0n)
}

const doneWith = successMessages({
  created: 'Link created. Send its address to the shopper, or print its QR code.',
  disabled: 'Link disabled. No new payment can begin.',
  enabled: 'Link enabled.',
})

async function viewOf(gateway: Gateway, caller: PersonCaller, id: string) {
  const merchantId = requireMerchant(caller)
  const [state, terminals, payments] = await Promise.all([
    showPaymentLink(gateway, merchantId, id),
    terminalNames(gateway, merchantId),
    ifAvailable(readTransactions(gateway, merchantId, { paymentLinkId: id }, SHOWN_PAYMENTS)),
  ])
  const terminalName = terminals.get(state.link.terminalId) ?? state.link.terminalId
  return { state, terminalName, url: paymentLinkUrl(gateway, id), payments: payments?.items ?? [] }
}

const linkRoute = route({
  ...READ,
  path: `${PAYMENT_LINKS_PATH}/:id`,
  summary: 'A payment link and its payments',
  params: LinkPageParams,
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, params, query }) =>
    paymentLinkPage(caller, { ...(await viewOf(gateway, caller, params.id)), done: doneWith(query.done) }),
})

const [disableRoute, enableRoute] = (['disable', 'enable'] as const).map((verb) =>
  route({
    ...MANAGE,
    path: `${PAYMENT_LINKS_PATH}/:id/${verb}`,
    summary: `${verb === 'disable' ? 'Disable' : 'Enable'} a payment link`,
    params: LinkPageParams,
    body: Type.Object({}),
    again: async (gateway, { caller, params }, problems) => {
      const shown = problems.map(({ message }) => ({ field: '', message }))
      return paymentLinkPage(caller, {
        ...(await viewOf(gateway, caller, params.id)),
        done: undefined,
        problems: shown,
      })
    },
    handle: async (gateway, { caller, actor, params: { id } }) => {
      await changePaymentLink(gateway, actor, requireMerchant(caller), id, { isDisabled: verb === 'disable' })
      return { status: 303, location: linkPath(id, `${verb}d`) }
    },
  }),
)

export const paymentLinkRoutes: readonly Route[] = [listRoute, createRoute, linkRoute, disableRoute!, enableRoute!]
