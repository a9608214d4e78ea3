import { type PaymentLink, type PaymentLinkState, paymentLinkStatusOf } from '#domain/payment-link.ts'
import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import { qrCode } from '#html/qr-code.ts'
import { may } from '#identity/permissions.ts'
import { codeBlock, copyButton } from '../parts/code-block.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, postButton, problemSummary } from '../parts/form.ts'
import { formatAmount, formatTime } from '../parts/format.ts'
import { typeLabel } from '../parts/payment-labels.ts'
import { paymentsOf, REFERENCE } from '../parts/payments-of.ts'
import { copiedId } from '../parts/short-id.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { linkPath, linkPrice, linkStatusBadge, PAYMENT_LINKS_PATH } from './parts.ts'

interface PaymentLinkView {
  readonly state: PaymentLinkState
  readonly url: string
  readonly terminalName: string
  readonly payments: readonly Transaction[]
  readonly done: string | undefined
  readonly problems?: readonly FieldProblem[]
}

export function paymentLinkPage(caller: Viewer, view: PaymentLinkView): DashboardPageAnswer {
  const { state, url, problems = [] } = view
  const { link } = state
  return dashboardPage(caller, {
    page: 'payment-link',
    title: linkPrice(link),
    lead: html`Payment link · ${link.description} · times are in ${caller.timeZone}`,
    back: { href: PAYMENT_LINKS_PATH, words: 'Payment links' },
    status: problems.length > 0 ? 422 : 200,
    body: html`${doneNotice(view.done)}${problemSummary(problems)}
<section class="sheet standing"><p>${linkStatusBadge(paymentLinkStatusOf(state), 'status')}</p>
${switchForm(caller, state)}</section>
<div class="columns"><div>
<section class="sheet"><h2>Address</h2>
<p class="breaks"><a href="${url}" data-field="url" translate="no">${url}</a></p>
<p>${copyButton(url, 'address', 'link-copy')}
<a class="button button-secondary" href="/pay/${encodeURIComponent(link.paymentLinkId)}/qr.svg" data-action="link-qr">QR code to print</a></p>
${qrCode(url, 'QR code of the address')}</section>
<section class="stack"><h2>Payments</h2>${paymentsOf('link', view.payments, caller.timeZone, REFERENCE)}</section>
${
  link.metadata !== null &&
  html`<section class="sheet"><h2>Metadata</h2>
${codeBlock(JSON.stringify(link.metadata, null, 2), 'Metadata', 'metadata')}</section>`
}
</div><div>
<section class="sheet"><h2>Details</h2>${detailFacts(caller, view)}</section>
</div></div>`,
  })
}

function switchForm(caller: Viewer, state: PaymentLinkState): Html | false {
  const status = paymentLinkStatusOf(state)
  if (!may(caller, 'links.manage') || (status !== 'ACTIVE' && status !== 'DISABLED')) return false
  const isActive = status === 'ACTIVE'
  const verb = isActive ? 'disable' : 'enable'
  return postButton(caller, {
    action: `${linkPath(state.link.paymentLinkId)}/${verb}`,
    words: isActive ? 'Disable link' : 'Enable link',
    does: `link-${verb}`,
    look: isActive ? 'danger' : 'secondary',
  })
}

function detailFacts({ timeZone }: Viewer, { state, terminalName }: PaymentLinkView): Html {
  const { link, payments, collectedAmount, openedAt, completedAt } = state
  return factList([
    ['ID', copiedId(link.paymentLinkId, 'id')],
    ['Reference', link.reference, 'reference'],
    ['Terminal', terminalName, 'terminal'],
    ['Type', typeLabel(link.transactionType)],
    ['Payments', link.maxPayments === null ? payments : `${payments} of ${link.maxPayments}`, 'payments'],
    ['Collected', formatAmount({ amount: collectedAmount, currency: link.currency }), 'collected'],
    ['Created', formatTime(link.createdAt, timeZone, 'second'), 'time'],
    ['Expires', link.expiresAt && formatTime(link.expiresAt, timeZone, 'second'), 'expires'],
    ['First opened', openedAt && formatTime(openedAt, timeZone, 'second')],
    ['Completed', completedAt && formatTime(completedAt, timeZone, 'second')],
    ['Agreement', agreementOf(link)],
    ['Message', link.message],
  ])
}

/** Description of the agreement that a payment makes, or the ID of the one that it moves. */
function agreementOf({ agreement }: PaymentLink): string | null {
  return agreement?.kind === 'existing' ? agreement.agreementId : (agreement?.terms.description ?? null)
}
