import { exactInteger } from '#domain/exact-json.ts'
import { randomText } from '#domain/ids.ts'
import {
  PAYMENT_LINK_STATUSES,
  type PaymentLink,
  type PaymentLinkStatus,
  paymentLinkStatusOf,
} from '#domain/payment-link.ts'
import { changePaymentLink } from '#flows/payment-links/change-payment-link.ts'
import { createPaymentLink } from '#flows/payment-links/create-payment-link.ts'
import { paymentLinkUrl, readPaymentLinks, showPaymentLink } from '#flows/payment-links/read-payment-links.ts'
import { sendPaymentLink } from '#flows/payment-links/send-payment-link.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import { qrCode } from '#html/qr-code.ts'
import type { Route } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { PaymentLinkBody, paymentLinkOf, SendPaymentLinkBody } from '#interface/payment-link.ts'
import { LOCALES, languageOf } from '#web/shared/locales.ts'
import { dialogButton, fieldsOf, formDialog, postButton, postForm, problemSummary, type Shown } from './parts/form.ts'
import { badges, formatAmount, formatTime } from './parts/format.ts'
import { amountReadings, readMoney } from './parts/money-entry.ts'
import { typeLabel } from './parts/payment-labels.ts'
import { paymentsOf } from './parts/payments-of.ts'
import { copiedId, metadataSheet, recordBody, sheet } from './parts/sheet.ts'
import { API_REFERENCE } from './parts/states.ts'
import { trimOrUndefined } from './shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { ifAvailable, terminalNames } from './shell/read.ts'
import { action, screen, validated } from './shell/screen.ts'

const PAYMENT_LINKS_PATH = '/dashboard/payment-links'

const SHOWN_PAYMENTS = 20

const paymentLink = screen({
  path: `${PAYMENT_LINKS_PATH}/:id`,
  permission: 'links.read',
  done: {
    created: 'Link created. Send its address to the shopper, or print its QR code.',
    disabled: 'Link disabled. No new payment can begin.',
    enabled: 'Link enabled.',
    sent: 'Email queued. It is sent once the mail server accepts it.',
  },
  read: async (gateway, { merchantId, params: { id } }) => {
    const [state, terminals, payments] = await Promise.all([
      showPaymentLink(gateway, merchantId, id),
      terminalNames(gateway, merchantId),
      ifAvailable(readTransactions(gateway, merchantId, { paymentLinkId: id }, SHOWN_PAYMENTS)),
    ])
    const sendsMail = gateway.settings.mail !== undefined
    return { state, terminals, sendsMail, url: paymentLinkUrl(gateway, id), payments: payments?.items ?? [] }
  },
  show: (caller, { state, terminals, sendsMail, url, payments }, shown) => {
    const { link } = state
    const maySend = sendsMail && may(caller, 'links.manage') && paymentLinkStatusOf(state) === 'ACTIVE'
    const timeOf = (at: Date | null) => at && formatTime(at, caller.timeZone, 'second')
    return {
      title: linkPrice(link),
      lead: `Payment link · ${link.description}`,
      back: { href: PAYMENT_LINKS_PATH, words: 'Payment links' },
      actions: html`<a class="button button-secondary" href="/pay/${encodeURIComponent(link.paymentLinkId)}/qr.svg" data-action="link-qr">QR code to print</a>
<button class="button button-primary" type="button" data-action="link-copy" data-copy="${url}">Copy link</button>`,
      body: recordBody({
        standing: html`<p>${linkBadge(paymentLinkStatusOf(state), 'status')}</p>
${switchForm(caller, link, paymentLinkStatusOf(state))}`,
        main: html`${maySend && sendForm(caller, link, shown)}
<section class="sheet"><h2>Address</h2>
<p class="breaks"><a href="${url}" data-field="url" translate="no">${url}</a></p>
<div class="scan">${qrCode(url, 'QR code of the address')}</div></section>
<section class="stack"><h2>Payments</h2>${paymentsOf('link', payments, caller.timeZone)}</section>
${metadataSheet(link.metadata)}`,
        facts: [
          ['ID', copiedId(link.paymentLinkId, 'id')],
          ['Reference', link.reference, 'reference'],
          ['Terminal', terminals.get(link.terminalId) ?? link.terminalId, 'terminal'],
          ['Type', typeLabel(link.transactionType)],
          ['Payments', paidTimes(link, state.payments), 'payments'],
          ['Collected', formatAmount({ amount: state.collectedAmount, currency: link.currency }), 'collected'],
          ['Created', timeOf(link.createdAt), 'time'],
          ['Expires', timeOf(link.expiresAt), 'expires'],
          ['First opened', timeOf(state.openedAt)],
          ['Completed', timeOf(state.completedAt)],
          ['Agreement', agreementOf(link)],
          ['Message', link.message],
        ],
      }),
    }
  },
})

const switchRoutes = (['disable', 'enable'] as const).map((verb) =>
  action(paymentLink, {
    at: `/${verb}`,
    permission: 'links.manage',
    done: `${verb}d`,
    does: async (gateway, { merchantId, actor, params: { id } }) => {
      await changePaymentLink(gateway, actor, merchantId, id, { isDisabled: verb === 'disable' })
    },
  }),
)

const sendRoute = action(paymentLink, {
  at: '/send',
  permission: 'links.manage',
  body: ['email'],
  done: 'sent',
  does: async (gateway, { merchantId, actor, params: { id }, body }) => {
    const { email } = validated(gateway, SendPaymentLinkBody, { email: body.email?.trim() ?? '' })
    await sendPaymentLink(gateway, actor, merchantId, id, email)
  },
})

function sendForm(caller: PersonCaller, { paymentLinkId: id, customer }: PaymentLink, shown: Shown): Html {
  const email = { name: 'email', label: 'Email', type: 'email', maxlength: 254, required: true } as const
  const body = html`${fieldsOf(shown)({ ...email, value: customer.email ?? '' })}
<p class="form-actions"><button class="button button-secondary" data-action="link-send">Send by email</button></p>`
  return sheet(
    'send',
    'Send by email',
    postForm(caller, { name: 'send', action: `${paymentLink.hrefOf({ id })}/send`, isOnce: true, body }),
  )
}

function switchForm(caller: PersonCaller, { paymentLinkId: id }: PaymentLink, status: PaymentLinkStatus): Html | false {
  if (!may(caller, 'links.manage') || (status !== 'ACTIVE' && status !== 'DISABLED')) return false
  const [verb, words] = status === 'ACTIVE' ? ['disable', 'Disable link'] : ['enable', 'Enable link']
  const action = `${paymentLink.hrefOf({ id })}/${verb}`
  return postButton(caller, { action, words, does: `link-${verb}`, look: status === 'ACTIVE' ? 'danger' : 'secondary' })
}

/** Description of the agreement that a payment makes, or the ID of the one that it moves. */
function agreementOf({ agreement }: PaymentLink): string | null {
  return agreement?.kind === 'existing' ? agreement.agreementId : (agreement?.terms.description ?? null)
}

function paidTimes({ maxPayments }: PaymentLink, payments: number): string | number {
  return maxPayments === null ? payments : `${payments} of ${maxPayments}`
}

function linkPrice({ amount, amountMin, amountMax, currency }: PaymentLink): string {
  if (amount !== null) return formatAmount({ amount, currency })
  return [amountMin ?? 0n, amountMax ?? 0n].map((limit) => formatAmount({ amount: limit, currency })).join(' – ')
}

const linkBadge = badges<PaymentLinkStatus>({
  ACTIVE: 'info',
  COMPLETED: 'success',
  EXPIRED: 'plain',
  DISABLED: 'warning',
})

const paymentLinks = listing({
  path: PAYMENT_LINKS_PATH,
  permission: 'links.read',
  title: 'Payment links',
  lead: () => 'Links that shoppers pay, newest first.',
  problemsIn: 'form',
  search: 'Search by description or reference',
  filters: { status: PAYMENT_LINK_STATUSES, terminal: 'Terminal' },
  read: async (gateway, { merchantId }, { q, status, terminal: terminalId }, after) => {
    const [terminals, page] = await Promise.all([
      terminalNames(gateway, merchantId),
      readPaymentLinks(gateway, merchantId, { q, terminalId, status, after }, DASHBOARD_PAGE_SIZE),
    ])
    return { ...page, choices: { terminal: [...terminals] } }
  },
  actions: (caller) => may(caller, 'links.manage') && dialogButton('new-link', 'New link'),
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

const NAMES = new Intl.DisplayNames('en', { type: 'language' })
const LANGUAGES = [
  ['', 'Automatic'] as const,
  ...LOCALES.map((tag) => [tag, NAMES.of(languageOf(tag)) ?? tag] as const),
]

function createForm(caller: PersonCaller, shown: Shown, terminals: readonly (readonly [string, string])[]): Html {
  const field = fieldsOf(shown)
  const form = postForm(caller, {
    name: 'payment-link',
    action: PAYMENT_LINKS_PATH,
    isOnce: true,
    body: html`${problemSummary(shown.problems)}
${field({ name: 'description', label: 'Description', required: true, hint: 'Shoppers see it.' })}
${field({ name: 'amount', label: 'Amount', required: true, inputmode: 'decimal', maxlength: 40 })}
${shown.problems.length > 0 && amountReadings(shown.form)}
${field({ name: 'currency', label: 'Currency', value: 'EUR', required: true, maxlength: 3 })}
${field({ name: 'terminal_id', label: 'Terminal', options: terminals })}
${field({ name: 'uses', label: 'Payments', options: USES })}
${field({ name: 'reference', label: 'Reference', maxlength: 70, hint: 'Leave empty to generate one.' })}
${field({ name: 'customer.email', label: 'Customer’s email', type: 'email', maxlength: 254, hint: 'Optional, for the receipt.' })}
${field({ name: 'locale', label: 'Language', options: LANGUAGES, hint: 'Automatic: the page follows the browser, emails your country.' })}
<div class="form-actions"><button class="button button-primary" data-action="link-create">Create link</button>
<a class="button button-quiet" href="${PAYMENT_LINKS_PATH}" data-close>Cancel</a></div>`,
  })
  return formDialog('new-link', 'New link', form, shown.problems.length > 0)
}

const FOR_SHOPPER = ['customer.email', 'locale'] as const

const createRoute = action(paymentLinks, {
  permission: 'links.manage',
  body: ['description', 'amount', 'reading', 'currency', 'terminal_id', 'reference', 'uses', ...FOR_SHOPPER],
  does: async (gateway, { merchantId, actor, body }) => {
    const { amount, currency } = readMoney(body)
    const wanted = validated(gateway, PaymentLinkBody, {
      terminal_id: body.terminal_id ?? '',
      reference: trimOrUndefined(body.reference) ?? `link-${randomText(12)}`,
      description: body.description?.trim() ?? '',
      currency,
      amount: exactInteger(amount),
      ...(body.uses === 'any' && { max_payments: null }),
      customer: { email: trimOrUndefined(body['customer.email']) },
      locale: body.locale || null,
    })
    const { link } = await createPaymentLink(gateway, actor, {
      ...paymentLinkOf(wanted),
      merchantId,
    })
    return paymentLink.to({ id: link.paymentLinkId }, 'created')
  },
})

export const paymentLinkRoutes: readonly Route[] = [
  paymentLinks.route,
  createRoute,
  paymentLink.route,
  sendRoute,
  ...switchRoutes,
]
