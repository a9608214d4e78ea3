import { isPresentCurrency } from '#domain/currency.ts'
import { readEnteredAmount } from '#domain/entered-amount.ts'
import { randomText } from '#domain/ids.ts'
import { keptJson, keptText } from '#domain/kept-text.ts'
import { invalid } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { createSession } from '#flows/sessions/create-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Answer, type Route, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { customerOf } from '#interface/customer.ts'
import { TryForm, TryParams } from '../money/queries.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { terminalNames } from '../shell/names.ts'
import { FLOWS, OUTCOMES, tryPage } from './page.ts'

const GUARD = { guard: 'person', permission: 'payments.read', uatOnly: true } as const

const formRoute = route({
  ...GUARD,
  method: 'GET',
  path: '/dashboard/try',
  summary: 'Form for a test payment',
  handle: async (gateway, { caller }) =>
    tryPage(caller, { terminals: await terminalNames(gateway, requireMerchant(caller)) }),
})

const payRoute = route({
  ...GUARD,
  method: 'POST',
  path: '/dashboard/try',
  summary: 'Start a test payment',
  body: TryForm,
  again: async (gateway, { caller, body }, problems) => {
    const fieldOf = (property: string) => (property === 'terminal_id' ? 'terminal' : property)
    const named = problems.map(({ field, message }) => ({ field: fieldOf(field), message }))
    const terminals = await terminalNames(gateway, requireMerchant(caller))
    return tryPage(caller, { terminals, typed: body, problems: named })
  },
  handle: async (gateway, { caller, body, origin }) => {
    const currency = (body.currency ?? '').trim().toUpperCase()
    if (!isPresentCurrency(currency)) throw invalid('currency', 'Enter a currency, for example EUR.')
    const entry = readEnteredAmount(body, currency, 0n)
    const { amount } = entry
    if (amount !== undefined) return started(gateway, { caller, origin }, body, { amount, currency })
    const terminals = await terminalNames(gateway, requireMerchant(caller))
    const problems = [{ field: 'amount', message: entry.problem }]
    return tryPage(caller, { terminals, typed: body, problems, entry })
  },
})

async function started(
  gateway: Gateway,
  { caller, origin }: { readonly caller: PersonCaller; readonly origin: string },
  { terminal = '', type, outcome, flow }: TryForm,
  money: { readonly amount: bigint; readonly currency: string },
): Promise<Answer> {
  const reference = `try-${randomText(12)}`
  const chosen = (value: string | undefined, known: readonly (readonly [string, string])[]) =>
    known.find(([one]) => one === value) ?? known[0]!
  const [responseCode, words] = chosen(outcome, OUTCOMES)
  const { session } = await createSession(gateway, {
    ...money,
    merchantId: requireMerchant(caller),
    terminalId: terminal,
    reference,
    description: keptText('Test payment from the dashboard'),
    transactionType: type === 'AUTHORIZE' ? 'AUTHORIZE' : 'PURCHASE',
    returnUrl: `${origin}/dashboard/try/${reference}`,
    customer: customerOf(undefined),
    country: null,
    metadata: keptJson({
      response_code: responseCode,
      response_message: words.toLowerCase(),
      simulated_flow: chosen(flow, FLOWS)[0],
    }),
    paymentMethodIds: [],
    captureBy: null,
    agreement: null,
    threeDs: null,
    saveCard: 'no',
  })
  return { status: 303, location: hostedPageUrl(gateway, session.sessionId, undefined, origin) }
}

const landedRoute = route({
  ...GUARD,
  method: 'GET',
  path: '/dashboard/try/:reference',
  summary: 'Return from a test payment',
  params: TryParams,
  handle: async (gateway, { caller, params: { reference } }) => {
    const { items } = await readTransactions(gateway, requireMerchant(caller), { reference }, 1)
    const [payment] = items
    return { status: 303, location: payment ? `/dashboard/transactions/${payment.id}` : '/dashboard/try' }
  },
})

export const tryRoutes: readonly Route[] = [formRoute, payRoute, landedRoute]
