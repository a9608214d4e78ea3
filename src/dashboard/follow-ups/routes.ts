import { type EnteredAmount, readEnteredAmount } from '#domain/entered-amount.ts'
import { FOLLOW_UP_ACTIONS, type FollowUpAction, maximumAmount } from '#domain/follow-up.ts'
import { randomText } from '#domain/ids.ts'
import { notFound, type Problem, RequestError } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import { type Confirmation, followUpOnce } from '#flows/dashboard/follow-up-once.ts'
import { limitOf } from '#flows/dashboard/support-limit.ts'
import type { Gateway } from '#flows/gateway.ts'
import { allowedActionsOf } from '#flows/manage/allowed-actions.ts'
import { readStatus } from '#flows/transactions/index.ts'
import { type Answer, type Route, route } from '#http/route.ts'
import type { FieldProblem } from '../parts/form.ts'
import { formatAmount } from '../parts/format.ts'
import { actionsWithinLimit } from '../payments/actions-within-limit.ts'
import { FollowUpForm, FollowUpQuery, PaymentParams } from '../payments/queries.ts'
import { type MerchantPerson, requireMerchantPerson } from '../shell/merchant-scope.ts'
import { followUpPage } from './page.ts'

export const followUpRoutes: readonly Route[] = FOLLOW_UP_ACTIONS.flatMap((action) => [
  formRoute(action),
  confirmRoute(action),
])

function formRoute(action: FollowUpAction): Route {
  return route({
    method: 'GET',
    path: `/dashboard/transactions/:id/${action}`,
    guard: 'person',
    permission: `payments.${action}`,
    summary: `Form to ${action} a payment`,
    params: PaymentParams,
    query: FollowUpQuery,
    handle: async (gateway, { caller, params, query }) => {
      const person = requireMerchantPerson(caller)
      const transaction = await paymentOf(gateway, person, params.id)
      const allowed = actionsWithinLimit(gateway, transaction, await limitOf(gateway, person))
      if (!allowed.includes(action)) return backTo(transaction)
      if (query.key) return followUpPage(person, { action, transaction, key: query.key })
      return { status: 303, location: `${addressOf(transaction)}/${action}?key=${newKey()}` }
    },
  })
}

function confirmRoute(action: FollowUpAction): Route {
  return route({
    method: 'POST',
    path: `/dashboard/transactions/:id/${action}`,
    guard: 'person',
    permission: `payments.${action}`,
    summary: `Submit the form to ${action} a payment`,
    takes: 'form',
    params: PaymentParams,
    body: FollowUpForm,
    again: async (gateway, { caller, params, body }, problems) => {
      const person = requireMerchantPerson(caller)
      const transaction = await paymentOf(gateway, person, params.id)
      const key = problems.some(({ field }) => field === 'key') ? newKey() : (body.key ?? newKey())
      const typed = { ...body, key, final: body.final !== undefined }
      return followUpPage(person, { action, transaction, key, typed, problems: problems.map(ofForm) })
    },
    handle: async (gateway, { caller, actor, params, body }) => {
      const person = requireMerchantPerson(caller)
      const transaction = await paymentOf(gateway, person, params.id)
      const reason = body.reason?.trim() ?? ''
      return confirmed(gateway, person, { action, transaction, body }, { actor, name: person.name, reason })
    },
  })
}

const ofForm = ({ field, message }: FieldProblem) => ({ field: fieldOf(field), message })
const toFieldProblem = ({ property, message }: Problem) => ({ field: fieldOf(property), message })

interface Sent {
  readonly action: FollowUpAction
  readonly transaction: Transaction
  readonly body: FollowUpForm
}

async function confirmed(
  gateway: Gateway,
  person: MerchantPerson,
  { action, transaction, body }: Sent,
  confirmation: Confirmation,
): Promise<Answer> {
  const final = body.final !== undefined
  const entry = entryOf({ action, transaction, body })
  const { amount } = entry
  const again = (problems: readonly Problem[], key = newKey()) =>
    followUpPage(person, {
      action,
      transaction,
      key,
      typed: { ...body, final },
      entry,
      problems: problems.map(toFieldProblem),
    })
  if (amount === undefined) return again([problem('amount', entry.problem)], body.key)
  const limit = await limitOf(gateway, person)
  if (limit !== null && amount > limit) return again([aboveLimit(transaction, limit)], body.key)
  const wanted = { transaction, action, amount, final, key: body.key }
  try {
    // Without JavaScript the button still names the amount that was filled in.
    if (!entry.isShown) return again(problemsOf(gateway, { action, transaction }, amount), body.key)
    const result = await followUpOnce(gateway, wanted, confirmation, () =>
      problemsOf(gateway, { action, transaction }, amount),
    )
    return 'problems' in result ? again(result.problems) : backTo(transaction, result.id)
  } catch (error) {
    if (!(error instanceof RequestError) || error.kind !== 'invalid') throw error
    const isUsed = error.problems.some(({ property }) => property === 'Idempotency-Key')
    return isUsed ? again([problem('', USED)]) : again(error.problems, body.key)
  }
}

/** A void is for all that is left, so it has no field; less than the button named is shown again. */
function entryOf({ action, transaction, body }: Sent): EnteredAmount {
  const most = maximumAmount(transaction, action)
  if (action !== 'void') return readEnteredAmount(body, transaction.currency, most)
  const isShown = body.shown === undefined || body.shown === String(most)
  return { readings: [most], amount: most, problem: undefined, isShown }
}

const USED = 'This form was already submitted. Check the payment, then confirm again if you want another one.'

/** Problems that the record shows; the follow-up itself decides again on the latest state. */
function problemsOf(gateway: Gateway, view: Omit<Sent, 'body'>, amount: bigint): readonly Problem[] {
  const { transaction, action } = view
  if (!allowedActionsOf(gateway, transaction).includes(action)) {
    return [problem('', 'This is no longer possible. Check the payment.')]
  }
  const most = maximumAmount(transaction, action)
  if (amount <= most) return []
  return [problem('amount', `The maximum is ${formatAmount({ amount: most, currency: transaction.currency })}.`)]
}

function aboveLimit({ currency }: Transaction, limit: bigint): Problem {
  const most = formatAmount({ amount: limit, currency })
  return problem('amount', `Your role is limited to ${most} per action. Ask an owner.`)
}

function problem(property: string, message: string): Problem {
  return { property, message, params: [] }
}

function fieldOf(property: string): string {
  return property === 'amount' || property === 'reason' ? property : ''
}

async function paymentOf(gateway: Gateway, { merchantId }: MerchantPerson, id: string): Promise<Transaction> {
  const transaction = await readStatus(gateway, merchantId, id)
  if (!transaction) throw notFound('transaction')
  return transaction
}

function addressOf({ id }: Transaction): string {
  return `/dashboard/transactions/${encodeURIComponent(id)}`
}

function backTo(transaction: Transaction, done?: string): Answer {
  const search = done === undefined ? '' : `?done=${encodeURIComponent(done)}`
  return { status: 303, location: `${addressOf(transaction)}${search}` }
}

function newKey(): string {
  return randomText(32)
}
