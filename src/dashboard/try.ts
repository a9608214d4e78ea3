import { Type } from 'typebox'
import { randomText } from '#domain/ids.ts'
import { keptJson, keptText } from '#domain/kept-text.ts'
import { createSession } from '#flows/sessions/create-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { get, type Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { customerOf } from '#interface/customer.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from './parts/form.ts'
import { list } from './parts/list.ts'
import { amountReadings, readMoney } from './parts/money-entry.ts'
import { paymentHref } from './parts/payment-labels.ts'
import { copyIcon } from './parts/sheet.ts'
import { statePanel } from './parts/states.ts'
import { terminalNames } from './shell/read.ts'
import { action, requireMerchant, screen } from './shell/screen.ts'

const PATH = '/dashboard/try'
const ACCESS = { permission: 'payments.read', uatOnly: true } as const

type Choices = readonly (readonly [value: string, words: string])[]

/** Answers of the simulator (docs/reference/simulators.md#response-codes). */
const OUTCOMES: Choices = [
  ['TRX_STATUS_APPROVED', 'Approved'],
  ['TRX_STATUS_DECLINED', 'Declined'],
  ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'Declined: insufficient funds'],
  ['TRX_STATUS_PENDING', 'Pending'],
  ['RISK_FAILED_FRAUD', 'Declined as fraud'],
]

/** How the bank authenticates (docs/reference/simulators.md#flows-of-3-d-secure). */
const FLOWS: Choices = [
  ['VERSIONING_NOT_ENROLLED', 'None'],
  ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'Without a question (frictionless)'],
  ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'With a question to the shopper (challenge)'],
  ['VERSIONING_FINGERPRINT_Y_CHALLENGE', 'Of the device, then with a question to the shopper'],
  ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'Failed: declined'],
]

const TYPES: Choices = [
  ['PURCHASE', 'Immediately (purchase)'],
  ['AUTHORIZE', 'Later, by a capture (authorize)'],
]

const CARDS = [
  { mark: 'visa', brand: 'Visa', number: '4111 1111 1111 1111' },
  { mark: 'mastercard', brand: 'Mastercard', number: '5555 5555 5555 4444' },
  { mark: 'amex', brand: 'American Express', number: '3782 822463 10005' },
  { mark: 'maestro', brand: 'Maestro', number: '6759 6498 2643 8453' },
]

const NO_TERMINAL = statePanel(
  'empty',
  'No terminals yet',
  'Payments need a terminal. Ask the gateway operator to create one.',
)

const page = screen({
  ...ACCESS,
  path: PATH,
  read: (gateway, { merchantId }) => terminalNames(gateway, merchantId),
  show: (caller, terminals, shown) => ({
    title: 'Try a payment',
    lead: 'Choose what happens, pay as a shopper would, then see the payment here. No money moves.',
    problemsIn: 'form',
    body: html`<div class="columns">${terminals.size > 0 ? tryForm(caller, terminals, shown) : NO_TERMINAL}
<section class="stack"><h2>Test cards</h2>${list({
      name: 'test-cards',
      caption: 'Test cards',
      rows: CARDS,
      idOf: ({ brand }) => brand,
      columns: (cell) => [
        cell.title(
          'number',
          'Number',
          ({ brand, number }) =>
            html`<code class="whole" translate="no">${number}</code> ${copyIcon(number, `number of ${brand}`)}`,
        ),
        cell.state('brand', 'Brand', ({ mark, brand }) => html`${brandMark(mark)} ${brand}`),
      ],
    })}
<p class="hint">Use any future date and any security code (3 digits, 4 for American Express).</p></section></div>`,
  }),
})

function tryForm(caller: PersonCaller, terminals: ReadonlyMap<string, string>, shown: Shown): Html {
  const field = fieldsOf(shown)
  const body = html`${problemSummary(shown.problems)}
<div class="condition">${field({ name: 'amount', label: 'Amount', value: '12.50', required: true, inputmode: 'decimal', maxlength: 40 })}
${field({ name: 'currency', label: 'Currency', value: 'EUR', required: true, maxlength: 3 })}</div>
${amountReadings(shown.form)}
${field({ name: 'type', label: 'Charge', options: TYPES })}
${field({ name: 'flow', label: 'Check by the shopper’s bank (3-D Secure)', options: FLOWS })}
${field({ name: 'outcome', label: 'Result', options: OUTCOMES })}
${field({ name: 'terminal', label: 'Terminal', options: [...terminals] })}
<p><button class="button button-primary" data-action="pay">Go to payment page</button></p>`
  return postForm(caller, { name: 'try', action: PATH, isOnce: true, className: 'form sheet', body })
}

const payRoute = action(page, {
  body: ['terminal', 'amount', 'reading', 'currency', 'type', 'outcome', 'flow'],
  fieldOf: (field) => (field === 'terminal_id' ? 'terminal' : field),
  does: async (gateway, { merchantId, body, origin }) => {
    const { amount, currency } = readMoney(body)
    const reference = `try-${randomText(12)}`
    const chosen = (value: string | undefined, among: Choices) => among.find(([one]) => one === value) ?? among[0]!
    const [responseCode, words] = chosen(body.outcome, OUTCOMES)
    const { session } = await createSession(gateway, {
      ...{ amount, currency, reference, terminalId: body.terminal ?? '', merchantId },
      description: keptText('Test payment from the dashboard'),
      transactionType: body.type === 'AUTHORIZE' ? 'AUTHORIZE' : 'PURCHASE',
      returnUrl: `${origin}${PATH}/${reference}`,
      customer: customerOf(undefined),
      metadata: keptJson({
        response_code: responseCode,
        response_message: words.toLowerCase(),
        simulated_flow: chosen(body.flow, FLOWS)[0],
      }),
      ...{ country: null, captureBy: null, agreement: null, threeDs: null, locale: null },
      ...{ paymentMethodIds: [], saveCard: 'no' },
    })
    // A form may not lead to another host, so the page of the session shows the address.
    if (gateway.settings.dashboardUrl !== gateway.settings.baseUrl)
      return { status: 303, location: `/dashboard/sessions/${session.sessionId}` }
    return { status: 303, location: hostedPageUrl(gateway, session.sessionId, undefined, origin) }
  },
})

const landedRoute = get(`${PATH}/:reference`, {
  ...{ ...ACCESS, guard: 'person' },
  params: Type.Object({ reference: Type.String({ maxLength: 40 }) }),
  handle: async (gateway, { caller, params: { reference } }) => {
    const { items } = await readTransactions(gateway, requireMerchant(caller), { reference }, 1)
    const [payment] = items
    return { status: 303, location: payment ? paymentHref(payment.id) : PATH }
  },
})

export const tryRoutes: readonly Route[] = [page.route, payRoute, landedRoute]
