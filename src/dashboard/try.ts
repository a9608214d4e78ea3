import { Type } from 'typebox'
import { isPresentCurrency } from '#domain/currency.ts'
import { readEnteredAmount } from '#domain/entered-amount.ts'
import { randomText } from '#domain/ids.ts'
import { keptJson, keptText } from '#domain/kept-text.ts'
import { invalid } from '#domain/problem.ts'
import { createSession } from '#flows/sessions/create-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { readingChoice } from '#html/amount-entry.ts'
import { type Html, html } from '#html/html.ts'
import { get, type Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { customerOf } from '#interface/customer.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from './parts/form.ts'
import { list } from './parts/list.ts'
import { paymentHref } from './parts/payment-labels.ts'
import { statePanel } from './parts/states.ts'
import { action } from './shell/action.ts'
import { textFields } from './shell/list-query.ts'
import { terminalNames } from './shell/read.ts'
import { requireMerchant, screen } from './shell/screen.ts'

const PATH = '/dashboard/try'
const ACCESS = { permission: 'payments.read', uatOnly: true } as const

type Choices = readonly (readonly [value: string, words: string])[]

/** Answers of the simulator (docs/reference/simulators.md#response-codes). */
const OUTCOMES: Choices = [
  ['TRX_STATUS_APPROVED', 'Approved'],
  ['TRX_STATUS_DECLINED', 'Declined'],
  ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'Declined: not enough funds'],
  ['TRX_STATUS_PENDING', 'Pending'],
  ['RISK_FAILED_FRAUD', 'Declined as fraud'],
]

/** How the bank authenticates (docs/reference/simulators.md#flows-of-3-d-secure). */
const FLOWS: Choices = [
  ['VERSIONING_NOT_ENROLLED', 'No 3-D Secure'],
  ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'Frictionless'],
  ['VERSIONING_FINGERPRINT_Y_CHALLENGE', 'Fingerprint and challenge'],
  ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'Challenge'],
  ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'Not authenticated: declined'],
]

const TYPES: Choices = [
  ['PURCHASE', 'Purchase: charge immediately'],
  ['AUTHORIZE', 'Authorize: capture later'],
]

const CARDS = [
  { brand: 'Visa', number: '4111 1111 1111 1111' },
  { brand: 'Mastercard', number: '5555 5555 5555 4444' },
  { brand: 'American Express', number: '3782 822463 10005' },
  { brand: 'Maestro', number: '6759 6498 2643 8453' },
]

const page = screen({
  ...ACCESS,
  path: PATH,
  summary: 'Form for a test payment',
  page: 'try',
  read: (gateway, { caller }) => terminalNames(gateway, requireMerchant(caller)),
  show: (caller, terminals, shown) => ({
    title: 'Try a payment',
    lead: 'Pay on the hosted page as a shopper would, then return to the payment. No money moves.',
    problemsIn: 'form',
    body: html`<div class="columns">${terminals.size > 0 ? tryForm(caller, terminals, shown) : noTerminal()}
<section class="stack"><h2>Test cards</h2>${list({
      name: 'test-cards',
      caption: 'Test cards',
      rows: CARDS,
      idOf: ({ brand }) => brand,
      columns: (cell) => [
        cell.title('number', 'Number', ({ number }) => html`<code translate="no">${number}</code>`),
        cell.state('brand', 'Brand', ({ brand }) => brand),
      ],
    })}
<p class="hint">Use any future date and any security code (3 digits, 4 for American Express).</p></section></div>`,
  }),
})

function tryForm(caller: PersonCaller, terminals: ReadonlyMap<string, string>, shown: Shown): Html {
  const field = fieldsOf(shown)
  const currency = currencyOf(shown.form)
  const entry = isPresentCurrency(currency) && readEnteredAmount(shown.form, currency, 0n)
  const body = html`${problemSummary(shown.problems)}
${field({ name: 'amount', label: 'Amount', value: '12.50', required: true, inputmode: 'decimal', maxlength: 40 })}
${entry && readingChoice(entry, currency)}
${field({ name: 'currency', label: 'Currency', value: 'EUR', required: true, maxlength: 3 })}
${field({ name: 'type', label: 'Type', options: TYPES })}
${field({ name: 'outcome', label: 'Provider response', options: OUTCOMES })}
${field({ name: 'flow', label: '3-D Secure', options: FLOWS })}
${field({ name: 'terminal', label: 'Terminal', options: [...terminals] })}
<p><button class="button button-primary" data-action="pay">Go to payment page</button></p>`
  return postForm(caller, { name: 'try', action: PATH, isOnce: true, className: 'form sheet', body })
}

function noTerminal(): Html {
  const words = 'Payments need a terminal. Ask the gateway operator to create one.'
  return statePanel({ state: 'empty', heading: 'No terminals yet', words })
}

function currencyOf({ currency = '' }: { readonly currency?: string | undefined }): string {
  return currency.trim().toUpperCase()
}

const payRoute = action(page, {
  summary: 'Start a test payment',
  body: Type.Object(textFields('terminal', 'amount', 'reading', 'currency', 'type', 'outcome', 'flow')),
  fieldOf: (field) => (field === 'terminal_id' ? 'terminal' : field),
  does: async (gateway, { caller, body, origin }) => {
    const currency = currencyOf(body)
    if (!isPresentCurrency(currency)) throw invalid('currency', 'Enter a currency, for example EUR.')
    const { amount, problem } = readEnteredAmount(body, currency, 0n)
    if (amount === undefined) throw invalid('amount', problem)
    const reference = `try-${randomText(12)}`
    const chosen = (value: string | undefined, among: Choices) => among.find(([one]) => one === value) ?? among[0]!
    const [responseCode, words] = chosen(body.outcome, OUTCOMES)
    const { session } = await createSession(gateway, {
      ...{ amount, currency, reference, terminalId: body.terminal ?? '', merchantId: requireMerchant(caller) },
      description: keptText('Test payment from the dashboard'),
      transactionType: body.type === 'AUTHORIZE' ? 'AUTHORIZE' : 'PURCHASE',
      returnUrl: `${origin}${PATH}/${reference}`,
      customer: customerOf(undefined),
      metadata: keptJson({
        response_code: responseCode,
        response_message: words.toLowerCase(),
        simulated_flow: chosen(body.flow, FLOWS)[0],
      }),
      ...{ country: null, captureBy: null, agreement: null, threeDs: null, paymentMethodIds: [], saveCard: 'no' },
    })
    return { status: 303, location: hostedPageUrl(gateway, session.sessionId, undefined, origin) }
  },
})

const landedRoute = get(`${PATH}/:reference`, {
  ...{ ...ACCESS, guard: 'person', summary: 'Return from a test payment' },
  params: Type.Object({ reference: Type.String({ maxLength: 40 }) }),
  handle: async (gateway, { caller, params: { reference } }) => {
    const { items } = await readTransactions(gateway, requireMerchant(caller), { reference }, 1)
    const [payment] = items
    return { status: 303, location: payment ? paymentHref(payment.id) : PATH }
  },
})

export const tryRoutes: readonly Route[] = [page.route, payRoute, landedRoute]
