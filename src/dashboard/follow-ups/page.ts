import { majorUnitsOf } from '#domain/currency.ts'
import { type EnteredAmount, readEnteredAmount } from '#domain/entered-amount.ts'
import { type FollowUpAction, maximumAmount } from '#domain/follow-up.ts'
import type { Transaction } from '#domain/transaction.ts'
import { amountButton, readingChoice } from '#html/amount-entry.ts'
import { html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { factList } from '../parts/facts.ts'
import { checkField, fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { formatAmount, sentenceCase } from '../parts/format.ts'
import { amountOf, paymentHref, paymentMethodLabel } from '../parts/payment-labels.ts'
import type { ScreenContent, Texts } from '../shell/screen.ts'

export interface FollowUpView {
  readonly action: FollowUpAction
  readonly transaction: Transaction
  /** Makes it happen once, however often the form is sent. */
  readonly key: string
  /** False before any input. */
  readonly isEntered: boolean
}

const WARNINGS: Readonly<Record<FollowUpAction | 'rest', (money: string, card: string) => string>> = {
  capture: (money, card) => `This charges up to ${money} held on ${card}. You cannot undo it, only refund it.`,
  refund: (money, card) => `This returns up to ${money} to ${card}. You cannot undo it.`,
  void: (money, card) => `This cancels the payment and returns ${money} to ${card}. You cannot undo it.`,
  rest: (money, card) => `This releases ${money} held on ${card}. What is captured stays. You cannot undo it.`,
}

/** A void is for all that is left, so it has no field; less than the button named is shown again. */
export function enteredAmount(action: FollowUpAction, transaction: Transaction, form: Texts): EnteredAmount {
  const most = maximumAmount(transaction, action)
  if (action !== 'void') return readEnteredAmount(form, transaction.currency, most)
  const isShown = form.shown === undefined || form.shown === String(most)
  return { readings: [most], amount: most, problem: undefined, isShown }
}

export function followUpContent(caller: PersonCaller, view: FollowUpView, shown: Shown): ScreenContent {
  const { transaction } = view
  const { currency, capturedAmount, refundedAmount } = transaction
  const money = (amount: bigint) => formatAmount({ amount, currency })
  return {
    title: sentenceCase(view.action),
    lead: html`${formatAmount(amountOf(transaction))} · ${transaction.reference}`,
    back: { href: paymentHref(transaction.id), words: 'Payment' },
    problemsIn: 'form',
    body: html`<div class="columns">${followUpForm(caller, view, shown)}
<section class="sheet"><h2>Payment</h2>${factList([
      ['Amount', formatAmount(amountOf(transaction))],
      ['Paid with', paymentMethodLabel(transaction)],
      ['Reference', transaction.reference],
      ['Captured', money(capturedAmount)],
      ['Refunded', money(refundedAmount)],
    ])}</section></div>`,
  }
}

function followUpForm(caller: PersonCaller, { action, transaction, key, isEntered }: FollowUpView, shown: Shown) {
  const { currency } = transaction
  const { form, problems } = shown
  const field = fieldsOf(shown)
  const most = { amount: maximumAmount(transaction, action), currency }
  const entry = isEntered && enteredAmount(action, transaction, form)
  const isRest = action === 'void' && most.amount < transaction.amount
  const warning = WARNINGS[isRest ? 'rest' : action](formatAmount(most), paymentMethodLabel(transaction))
  const maximum = html`Maximum <span data-field="most">${formatAmount(most)}</span>.`
  const amountField = () =>
    field({
      ...{ name: 'amount', label: `Amount in ${currency}`, value: majorUnitsOf(most), hint: maximum },
      ...{ required: true, inputmode: 'decimal', maxlength: 40 },
    })
  const final = { checked: form.final !== undefined, hint: 'Releases the remaining amount to the shopper.' }
  return postForm(caller, {
    name: action,
    action: `${paymentHref(transaction.id)}/${action}`,
    className: 'form sheet',
    hidden: { key },
    body: html`${problemSummary(problems)}
${entry && problems.length === 0 && html`<p class="notice notice-info" role="status" data-state="check">Not submitted yet. Check the amount on the button, then confirm.</p>`}
<p data-field="warning">${warning}</p>
${action !== 'void' && amountField()}
${entry && readingChoice(entry, currency)}
${action === 'capture' && checkField({ name: 'final', label: 'Final capture', ...final })}
${field({ name: 'reason', label: 'Reason', hint: 'Saved in your audit log. Shoppers do not see it.', lines: 2 })}
<div class="form-actions">
${amountButton({
  ...{ field: 'amount', currency, amount: entry ? entry.amount : most.amount, most: most.amount },
  ...{ words: sentenceCase(action), className: 'button button-primary', does: 'confirm' },
})}
<a class="button button-quiet" href="${paymentHref(transaction.id)}" data-action="cancel">Cancel</a>
</div>`,
  })
}
