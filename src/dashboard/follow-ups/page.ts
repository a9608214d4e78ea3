import { majorUnitsOf } from '#domain/currency.ts'
import type { AmountEntry } from '#domain/entered-amount.ts'
import { type FollowUpAction, maximumAmount } from '#domain/follow-up.ts'
import type { Transaction } from '#domain/transaction.ts'
import { amountButton, readingChoice } from '#html/amount-entry.ts'
import { html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { factList } from '../parts/facts.ts'
import { checkField, type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { formatAmount } from '../parts/format.ts'
import { amountOf, paymentMethodLabel } from '../parts/payment-labels.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'

export interface FollowUpView {
  readonly action: FollowUpAction
  readonly transaction: Transaction
  /** Makes it happen once, however often the form is sent. */
  readonly key: string
  readonly typed?: {
    readonly amount?: string | undefined
    readonly final?: boolean
    readonly reason?: string | undefined
  }
  /** Reading of the entered amount; the remaining amount before any input. */
  readonly entry?: AmountEntry & { readonly amount: bigint | undefined }
  readonly problems?: readonly FieldProblem[]
}

interface Words {
  readonly title: string
  readonly confirm: string
  readonly warning: (money: string, card: string) => string
}

const WORDS: Readonly<Record<FollowUpAction, Words>> = {
  capture: {
    title: 'Capture',
    confirm: 'Capture',
    warning: (money, card) => `This charges up to ${money} held on ${card}. You cannot undo it, only refund it.`,
  },
  refund: {
    title: 'Refund',
    confirm: 'Refund',
    warning: (money, card) => `This returns up to ${money} to ${card}. You cannot undo it.`,
  },
  void: {
    title: 'Void',
    confirm: 'Void',
    warning: (money, card) => `This cancels the payment and returns ${money} to ${card}. You cannot undo it.`,
  },
}

const REST_WARNING: Words['warning'] = (money, card) =>
  `This releases ${money} held on ${card}. What is captured stays. You cannot undo it.`

export function followUpPage(caller: PersonCaller, view: FollowUpView): DashboardPageAnswer {
  const { action, transaction, problems = [], typed = {}, entry } = view
  const { title, confirm } = WORDS[action]
  const href = `/dashboard/transactions/${encodeURIComponent(transaction.id)}`
  const most = { amount: maximumAmount(transaction, action), currency: transaction.currency }
  const isRest = action === 'void' && most.amount < transaction.amount
  const warning = isRest ? REST_WARNING : WORDS[action].warning
  const form = postForm(caller, {
    name: action,
    action: `${href}/${action}`,
    className: 'form sheet',
    hidden: { key: view.key },
    body: html`${problemSummary(problems)}
${entry && problems.length === 0 && html`<p class="notice notice-info" role="status" data-state="check">Not submitted yet. Check the amount on the button, then confirm.</p>`}
<p data-field="warning">${warning(formatAmount(most), paymentMethodLabel(transaction))}</p>
${
  action !== 'void' &&
  formField({
    name: 'amount',
    label: `Amount in ${transaction.currency}`,
    value: typed.amount ?? majorUnitsOf(most),
    hint: html`Maximum <span data-field="most">${formatAmount(most)}</span>.`,
    problem: problemOf(problems, 'amount'),
    required: true,
    inputmode: 'decimal',
    maxlength: 40,
  })
}
${entry && readingChoice(entry, transaction.currency)}
${
  action === 'capture' &&
  checkField({
    name: 'final',
    label: 'Final capture',
    checked: typed.final ?? false,
    hint: 'Releases the remaining amount to the shopper.',
  })
}
${formField({
  name: 'reason',
  label: 'Reason',
  value: typed.reason,
  hint: 'Saved in your audit log. Shoppers do not see it.',
  problem: problemOf(problems, 'reason'),
  lines: 2,
})}
<div class="form-actions">
${amountButton({
  field: 'amount',
  currency: transaction.currency,
  amount: entry ? entry.amount : most.amount,
  most: most.amount,
  words: confirm,
  className: 'button button-primary',
  does: 'confirm',
})}
<a class="button button-quiet" href="${href}" data-action="cancel">Cancel</a>
</div>`,
  })
  return dashboardPage(caller, {
    page: action,
    title,
    lead: html`${formatAmount(amountOf(transaction))} · ${transaction.reference}`,
    back: { href, words: 'Payment' },
    status: problems.length > 0 ? 422 : 200,
    body: html`<div class="columns">${form}
<section class="sheet"><h2>Payment</h2>${factList([
      ['Amount', formatAmount(amountOf(transaction))],
      ['Paid with', paymentMethodLabel(transaction)],
      ['Reference', transaction.reference],
      ['Captured', formatAmount({ ...most, amount: transaction.capturedAmount })],
      ['Refunded', formatAmount({ ...most, amount: transaction.refundedAmount })],
    ])}</section></div>`,
  })
}
