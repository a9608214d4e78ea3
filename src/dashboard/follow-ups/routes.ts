import { type Static, Type } from 'typebox'
import { FOLLOW_UP_ACTIONS, type FollowUpAction, maximumAmount } from '#domain/follow-up.ts'
import { randomText } from '#domain/ids.ts'
import { invalid, orNotFound, type Problem, RequestError } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { followUpOnce } from '#flows/dashboard/follow-up-once.ts'
import { limitOf } from '#flows/dashboard/support-limit.ts'
import type { Gateway } from '#flows/gateway.ts'
import { allowedActionsOf } from '#flows/manage/allowed-actions.ts'
import { readStatus } from '#flows/transactions/index.ts'
import { EarlyAnswer } from '#http/request/early-answer.ts'
import type { Answer, Route, RouteContext } from '#http/route.ts'
import { formatAmount } from '../parts/format.ts'
import { actionsWithinLimit, payment } from '../payments/page.ts'
import { action } from '../shell/action.ts'
import { textFields } from '../shell/list-query.ts'
import { type MerchantPerson, requireMerchantPerson, type Screen, screen } from '../shell/screen.ts'
import { enteredAmount, followUpContent } from './page.ts'

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
    summary: `Form to ${does} a payment`,
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
    summary: `Submit the form to ${does} a payment`,
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
