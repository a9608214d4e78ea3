import { Type } from 'typebox'
import { isPresentCurrency, minorUnits } from '#domain/currency.ts'
import { readEnteredAmount } from '#domain/entered-amount.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { randomText } from '#domain/ids.ts'
import { PAYMENT_LINK_STATUSES, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { invalid } from '#domain/problem.ts'
import { createPaymentLink } from '#flows/payment-links/create-payment-link.ts'
import { readPaymentLinks } from '#flows/payment-links/read-payment-links.ts'
import { readingChoice } from '#html/amount-entry.ts'
import { type Html, html } from '#html/html.ts'
import type { Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { PaymentLinkBody, paymentLinkOf } from '#interface/payment-link.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { formatAmount, formatTime } from '../parts/format.ts'
import { API_REFERENCE } from '../parts/states.ts'
import { action, validated } from '../shell/action.ts'
import { textFields, trimOrUndefined } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { terminalNames } from '../shell/read.ts'
import { requireMerchant } from '../shell/screen.ts'
import { linkBadge, linkPrice, PAYMENT_LINKS_PATH, paidTimes, paymentLink, switchRoutes } from './page.ts'

const paymentLinks = listing({
  path: PAYMENT_LINKS_PATH,
  permission: 'links.read',
  summary: 'Payment links',
  page: 'payment-links',
  title: 'Payment links',
  lead: ({ timeZone }) => `Prices with an address, newest first. Times are in ${timeZone}.`,
  problemsIn: 'form',
  search: 'Search by description or reference',
  filters: { status: PAYMENT_LINK_STATUSES, terminal: 'Terminal' },
  read: async (gateway, { caller }, { q, status, terminal: terminalId }, after) => {
    const merchantId = requireMerchant(caller)
    const [terminals, page] = await Promise.all([
      terminalNames(gateway, merchantId),
      readPaymentLinks(gateway, merchantId, { q, terminalId, status, after }, DASHBOARD_PAGE_SIZE),
    ])
    return { ...page, choices: { terminal: [...terminals] } }
  },
  above: (caller, { choices }, shown) => may(caller, 'links.manage') && createForm(caller, shown, choices.terminal),
  rows: ({ timeZone }) => ({
    rowName: 'payment-link',
    caption: 'Payment links, newest first',
    idOf: ({ link }) => link.paymentLinkId,
    hrefOf: ({ link }) => paymentLink.hrefOf({ id: link.paymentLinkId }),
    columns: (cell) => [
      cell.title('description', 'Description', ({ link }) => link.description),
      cell.state('status', 'Status', (state) => linkBadge(paymentLinkStatusOf(state))),
      cell.note('reference', 'Reference', ({ link }) => link.reference),
      cell.note('price', 'Price', ({ link }) => linkPrice(link)),
      cell.note('payments', 'Paid', ({ link, payments }) => paidTimes(link, payments)),
      cell.time('time', 'Created', ({ link }) => formatTime(link.createdAt, timeZone)),
      cell.figure('collected', 'Collected', ({ link, collectedAmount }) =>
        formatAmount({ amount: collectedAmount, currency: link.currency }),
      ),
    ],
  }),
  none: () => ({ words: 'Create a link, then send its address or print its QR code.', action: API_REFERENCE }),
})

const USES = [
  ['one', 'One payment'],
  ['any', 'Any number of payments'],
] as const

function createForm(caller: PersonCaller, shown: Shown, terminals: readonly (readonly [string, string])[]): Html {
  const field = fieldsOf(shown)
  const currency = currencyOf(shown.form)
  const isRejected = shown.problems.length > 0 && minorUnits(currency) !== undefined
  return postForm(caller, {
    name: 'payment-link',
    action: PAYMENT_LINKS_PATH,
    isOnce: true,
    className: 'form sheet',
    body: html`<h2>New link</h2>
${problemSummary(shown.problems)}
${field({ name: 'description', label: 'Description', required: true, hint: 'Shoppers see it.' })}
${field({ name: 'amount', label: 'Amount', required: true, inputmode: 'decimal', maxlength: 40 })}
${isRejected && readingChoice(readEnteredAmount(shown.form, currency, 0n), currency)}
${field({ name: 'currency', label: 'Currency', value: 'EUR', required: true, maxlength: 3 })}
${field({ name: 'terminal_id', label: 'Terminal', options: terminals })}
${field({ name: 'uses', label: 'Payments', options: USES })}
${field({ name: 'reference', label: 'Reference', maxlength: 70, hint: 'Leave empty to get one.' })}
<p><button class="button button-primary" data-action="link-create">Create link</button></p>`,
  })
}

function currencyOf({ currency = '' }: { readonly currency?: string | undefined }): string {
  return currency.trim().toUpperCase()
}

const createRoute = action(paymentLinks, {
  permission: 'links.manage',
  summary: 'Create a payment link',
  body: Type.Object(textFields('description', 'amount', 'reading', 'currency', 'terminal_id', 'reference', 'uses')),
  does: async (gateway, { caller, actor, body }) => {
    const currency = currencyOf(body)
    if (!isPresentCurrency(currency)) throw invalid('currency', 'Enter a currency, for example EUR.')
    const { amount, problem } = readEnteredAmount(body, currency, 0n)
    if (amount === undefined) throw invalid('amount', problem ?? '')
    const wanted = validated(gateway, PaymentLinkBody, {
      terminal_id: body.terminal_id ?? '',
      reference: trimOrUndefined(body.reference) ?? `link-${randomText(12)}`,
      description: body.description?.trim() ?? '',
      currency,
      amount: exactInteger(amount),
      ...(body.uses === 'any' && { max_payments: null }),
    })
    const { link } = await createPaymentLink(gateway, actor, {
      ...paymentLinkOf(wanted),
      merchantId: requireMerchant(caller),
    })
    return paymentLink.to({ id: link.paymentLinkId }, 'created')
  },
})

export const paymentLinkRoutes: readonly Route[] = [paymentLinks.route, createRoute, paymentLink.route, ...switchRoutes]
