import { type PaymentLink, type PaymentLinkStatus, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { changePaymentLink } from '#flows/payment-links/change-payment-link.ts'
import { paymentLinkUrl, showPaymentLink } from '#flows/payment-links/read-payment-links.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import { qrCode } from '#html/qr-code.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { copyButton } from '../parts/code-block.ts'
import { postButton } from '../parts/form.ts'
import { badges, formatAmount, formatTime } from '../parts/format.ts'
import { typeLabel } from '../parts/payment-labels.ts'
import { paymentsOf } from '../parts/payments-of.ts'
import { metadataSheet, recordBody } from '../parts/sheet.ts'
import { copiedId } from '../parts/short-id.ts'
import { action } from '../shell/action.ts'
import { ifAvailable, terminalNames } from '../shell/read.ts'
import { requireMerchant, screen } from '../shell/screen.ts'

export const PAYMENT_LINKS_PATH = '/dashboard/payment-links'

const SHOWN_PAYMENTS = 20

export const paymentLink = screen({
  path: `${PAYMENT_LINKS_PATH}/:id`,
  permission: 'links.read',
  summary: 'A payment link and its payments',
  page: 'payment-link',
  done: {
    created: 'Link created. Send its address to the shopper, or print its QR code.',
    disabled: 'Link disabled. No new payment can begin.',
    enabled: 'Link enabled.',
  },
  read: async (gateway, { caller, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    const [state, terminals, payments] = await Promise.all([
      showPaymentLink(gateway, merchantId, id),
      terminalNames(gateway, merchantId),
      ifAvailable(readTransactions(gateway, merchantId, { paymentLinkId: id }, SHOWN_PAYMENTS)),
    ])
    return { state, terminals, url: paymentLinkUrl(gateway, id), payments: payments?.items ?? [] }
  },
  show: (caller, { state, terminals, url, payments }) => {
    const { link } = state
    const timeOf = (at: Date | null) => at && formatTime(at, caller.timeZone, 'second')
    return {
      title: linkPrice(link),
      lead: `Payment link · ${link.description} · times are in ${caller.timeZone}`,
      back: { href: PAYMENT_LINKS_PATH, words: 'Payment links' },
      body: recordBody({
        standing: html`<p>${linkBadge(paymentLinkStatusOf(state), 'status')}</p>
${switchForm(caller, link, paymentLinkStatusOf(state))}`,
        main: html`<section class="sheet"><h2>Address</h2>
<p class="breaks"><a href="${url}" data-field="url" translate="no">${url}</a></p>
<p>${copyButton(url, 'address', 'link-copy')}
<a class="button button-secondary" href="/pay/${encodeURIComponent(link.paymentLinkId)}/qr.svg" data-action="link-qr">QR code to print</a></p>
${qrCode(url, 'QR code of the address')}</section>
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

export const switchRoutes = (['disable', 'enable'] as const).map((verb) =>
  action(paymentLink, {
    at: `/${verb}`,
    permission: 'links.manage',
    summary: `${verb === 'disable' ? 'Disable' : 'Enable'} a payment link`,
    done: `${verb}d`,
    does: async (gateway, { caller, actor, params: { id } }) => {
      await changePaymentLink(gateway, actor, requireMerchant(caller), id, { isDisabled: verb === 'disable' })
    },
  }),
)

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

export function paidTimes({ maxPayments }: PaymentLink, payments: number): string | number {
  return maxPayments === null ? payments : `${payments} of ${maxPayments}`
}

export function linkPrice({ amount, amountMin, amountMax, currency }: PaymentLink): string {
  if (amount !== null) return formatAmount({ amount, currency })
  return [amountMin ?? 0n, amountMax ?? 0n].map((limit) => formatAmount({ amount: limit, currency })).join(' – ')
}

export const linkBadge = badges<PaymentLinkStatus>({
  ACTIVE: 'info',
  COMPLETED: 'success',
  EXPIRED: 'plain',
  DISABLED: 'warning',
})
