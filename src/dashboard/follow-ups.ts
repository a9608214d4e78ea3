import { type Static, Type } from 'typebox'
import { majorUnitsOf } from '#domain/currency.ts'
import { type EnteredAmount, readEnteredAmount } from '#domain/entered-amount.ts'
import { FOLLOW_UP_ACTIONS, type FollowUpAction, maximumAmount } from '#domain/follow-up.ts'
import { randomText } from '#domain/ids.ts'
import { invalid, orNotFound, type Problem, RequestError } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { followUpOnce } from '#flows/dashboard/follow-up-once.ts'
import { limitOf } from '#flows/dashboard/support-limit.ts'
import type { Gateway } from '#flows/gateway.ts'
import { allowedActionsOf } from '#flows/manage/allowed-actions.ts'
import { readStatus } from '#flows/transactions/index.ts'
import { amountButton, readingChoice } from '#html/amount-entry.ts'
import { type Html, html } from '#html/html.ts'
import { EarlyAnswer } from '#http/request/early-answer.ts'
import type { Answer, Route, RouteContext } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { checkField, fieldsOf, postForm, problemSummary, type Shown } from './parts/form.ts'
import { formatAmount, sentenceCase } from './parts/format.ts'
import { amountOf, markedMethod, paymentHref, paymentMethodLabel } from './parts/payment-labels.ts'
import { factList } from './parts/sheet.ts'
import { actionsWithinLimit, payment } from './payments/page.ts'
import { textFields } from './shell/list-query.ts'
import {
  action,
  type MerchantPerson,
  requireMerchantPerson,
  type Screen,
  type ScreenContent,
  screen,
  type Texts,
} from './shell/screen.ts'

interface FollowUpView {
  readonly action: FollowUpAction
  readonly transaction: Transaction
  /** Makes it happen once, however often the form is sent. */
  readonly key: string
  readonly isEntered: boolean
}

const WARNINGS: Readonly<Record<FollowUpAction | 'rest', (money: string, card: string) => string>> = {
  capture: (money, card) => `This charges up to ${money} held on ${card}. You cannot undo it, only refund it.`,
  refund: (money, card) => `This returns up to ${money} to ${card}. You cannot undo it.`,
  void: (money, card) => `This cancels the payment and returns ${money} to ${card}. You cannot undo it.`,
  rest: (money, card) => `This releases ${money} held on ${card}. What is captured stays. You cannot undo it.`,
}

const REASONS: Readonly<Record<FollowUpAction, readonly string[]>> = {
  capture: ['Shipped', 'Shipped in part'],
  refund: ['Returned', 'Out of stock', 'Charged twice', 'Fraud'],
  void: ['Canceled by the shopper', 'Out of stock', 'Fraud'],
}

/** Buttons that fill in a field, for scripts alone. @param values by the words of their buttons */
function fillButtons(name: string, values: Readonly<Record<string, string>>): Html {
  return html`<div class="views views-wrap needs-script">${Object.entries(values).map(
    ([words, value]) =>
      html`<button class="chip" type="button" data-fills="${name}" value="${value}">${words}</button>`,
  )}</div>`
}

/** A void is for all that is left, so it has no field; less than the button named is shown again. */
function enteredAmount(action: FollowUpAction, transaction: Transaction, form: Texts): EnteredAmount {
  const most = maximumAmount(transaction, action)
  if (action !== 'void') return readEnteredAmount(form, transaction.currency, most)
  const isShown = form.shown === undefined || form.shown === String(most)
  return { readings: [most], amount: most, problem: undefined, isShown }
}

function followUpContent(caller: PersonCaller, view: FollowUpView, shown: Shown): ScreenContent {
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
      ['Paid with', markedMethod(transaction)],
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
${
  action !== 'void' &&
  html`${amountField()}
${fillButtons('amount', { Full: majorUnitsOf(most), Half: majorUnitsOf({ ...most, amount: most.amount / 2n }) })}`
}
${entry && readingChoice(entry, currency)}
${action === 'capture' && checkField({ name: 'final', label: 'Final capture', ...final })}
${field({ name: 'reason', label: 'Reason', hint: `Saved with the ${action}. Shoppers do not see it.`, lines: 2 })}
${fillButtons('reason', Object.fromEntries(REASONS[action].map((reason) => [reason, reason])))}
<div class="form-actions">
${amountButton({
  ...{ field: 'amount', currency, amount: entry ? entry.amount : most.amount, most: most.amount },
  ...{ words: sentenceCase(action), className: 'button button-primary', does: 'confirm' },
})}
<a class="button button-quiet" href="${paymentHref(transaction.id)}" data-action="cancel">Cancel</a>
</div>`,
  })
}

const FollowUpForm = Type.Object({
  ...textFields('amount', 'reading', 'shown', 'final', 'reason'),
  key: Type.String({ minLength: 1, maxLength: 100 }),
})

type Params = { readonly id: string }
type Context = RouteContext<'person', Params, undefined, Static<typeof FollowUpForm>>

const FIELDS = ['amount', 'reason', 'key']
const fieldOf = (property: string) => (FIELDS.includes(property) ? property : '')

function routesOf(does: FollowUpAction): readonly Route[] {
  const page = screen({
    path: `/dashboard/transactions/:id/${does}`,
    permission: `payments.${does}`,
    page: does,
    query: ['key'],
    read: async (gateway, { caller, params, query, form }) => {
      const person = requireMerchantPerson(caller)
      const transaction = await paymentOf(gateway, person, params.id)
      const view = { action: does, transaction, isEntered: form !== undefined }
      if (form) return { ...view, key: form.key ?? newKey() }
      const allowed = actionsWithinLimit(gateway, transaction, await limitOf(gateway, person))
      if (!allowed.includes(does)) throw new EarlyAnswer(payment.to(params))
      // Part of the address, so that going back to the form finds the same one.
      if (!query.key) throw new EarlyAnswer({ status: 303, location: `${page.hrefOf(params)}?key=${newKey()}` })
      return { ...view, key: query.key }
    },
    show: (caller, view, { problems, ...shown }) => {
      const key = problems.some(({ field }) => field === 'key') ? newKey() : view.key
      const named = problems.map(({ field, message }) => ({ field: field === 'key' ? '' : field, message }))
      return followUpContent(caller, { ...view, key }, { ...shown, problems: named })
    },
  })
  const confirmRoute = action(page, {
    body: FollowUpForm,
    fieldOf,
    does: (gateway, context) => confirm(gateway, page, does, context),
  })
  return [page.route, confirmRoute]
}

async function confirm(
  gateway: Gateway,
  page: Screen<Params>,
  does: FollowUpAction,
  context: Context,
): Promise<Answer> {
  const { caller, actor, params, body } = context
  const person = requireMerchantPerson(caller)
  const transaction = await paymentOf(gateway, person, params.id)
  const again = (problems: readonly Problem[], form = { ...body, key: newKey() }) => {
    const named = problems.map(({ property, message }) => ({ field: fieldOf(property), message }))
    return page.show(gateway, context, { form, problems: named })
  }
  const entry = enteredAmount(does, transaction, body)
  if (entry.amount === undefined) throw invalid('amount', entry.problem)
  const { amount, isShown } = entry
  const limit = await limitOf(gateway, person)
  if (limit !== null && amount > limit) throw invalid('amount', aboveLimit(transaction, limit))
  const problems = () => problemsOf(gateway, does, transaction, amount)
  // Without JavaScript the button still names the amount that was filled in.
  if (!isShown) return again(problems(), body)
  const wanted = { transaction, action: does, amount, final: body.final !== undefined, key: body.key }
  try {
    const confirmation = { actor, name: person.name, reason: body.reason?.trim() ?? '' }
    const result = await followUpOnce(gateway, wanted, confirmation, problems)
    return 'problems' in result ? again(result.problems) : payment.to(params, result.id)
  } catch (error) {
    if (isKeyUsed(error)) return again(USED)
    throw error
  }
}

const USED = invalid(
  '',
  'This form was already submitted. Check the payment, then confirm again if you want another one.',
).problems

function isKeyUsed(error: unknown): boolean {
  return error instanceof RequestError && error.problems.some(({ property }) => property === 'Idempotency-Key')
}

/** Problems that the record shows; the follow-up itself decides again on the latest state. */
function problemsOf(gateway: Gateway, action: FollowUpAction, transaction: Transaction, amount: bigint) {
  if (!allowedActionsOf(gateway, transaction).includes(action))
    return invalid('', 'This is no longer possible. Check the payment.').problems
  const most = { amount: maximumAmount(transaction, action), currency: transaction.currency }
  return amount <= most.amount ? [] : invalid('amount', `The maximum is ${formatAmount(most)}.`).problems
}

function aboveLimit({ currency }: Transaction, limit: bigint): string {
  return `Your role is limited to ${formatAmount({ amount: limit, currency })} per action. Ask an owner.`
}

async function paymentOf(gateway: Gateway, { merchantId }: MerchantPerson, id: string): Promise<Transaction> {
  return orNotFound(await readStatus(gateway, merchantId, id), 'transaction')
}

function newKey(): string {
  return randomText(32)
}

export const followUpRoutes = FOLLOW_UP_ACTIONS.flatMap(routesOf)
