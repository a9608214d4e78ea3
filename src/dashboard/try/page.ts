import type { AmountEntry } from '#domain/entered-amount.ts'
import { readingChoice } from '#html/amount-entry.ts'
import { html } from '#html/html.ts'
import { type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { list } from '../parts/list.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export interface TryView {
  readonly terminals: ReadonlyMap<string, string>
  readonly typed?: Readonly<Partial<Record<'terminal' | 'amount' | 'currency' | 'type' | 'outcome' | 'flow', string>>>
  readonly problems?: readonly FieldProblem[]
  readonly entry?: AmountEntry | undefined
}

/** Answers of the simulator (docs/reference/simulators.md#response-codes). */
export const OUTCOMES: readonly (readonly [code: string, words: string])[] = [
  ['TRX_STATUS_APPROVED', 'Approved'],
  ['TRX_STATUS_DECLINED', 'Declined'],
  ['TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS', 'Declined: not enough funds'],
  ['TRX_STATUS_PENDING', 'Pending'],
  ['RISK_FAILED_FRAUD', 'Declined as fraud'],
]

/** How the bank authenticates (docs/reference/simulators.md#flows-of-3-d-secure). */
export const FLOWS: readonly (readonly [flow: string, words: string])[] = [
  ['VERSIONING_NOT_ENROLLED', 'No 3-D Secure'],
  ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'Frictionless'],
  ['VERSIONING_FINGERPRINT_Y_CHALLENGE', 'Fingerprint and challenge'],
  ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'Challenge'],
  ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'Not authenticated: declined'],
]

const CARDS = [
  { brand: 'Visa', number: '4111 1111 1111 1111' },
  { brand: 'Mastercard', number: '5555 5555 5555 4444' },
  { brand: 'American Express', number: '3782 822463 10005' },
  { brand: 'Maestro', number: '6759 6498 2643 8453' },
]

export function tryPage(caller: Viewer, { terminals, typed = {}, problems = [], entry }: TryView): DashboardPageAnswer {
  const form = postForm(caller, {
    name: 'try',
    action: '/dashboard/try',
    isOnce: true,
    className: 'form sheet',
    body: html`${problemSummary(problems)}
${formField({ name: 'amount', label: 'Amount', value: typed.amount ?? '12.50', problem: problemOf(problems, 'amount'), required: true, inputmode: 'decimal', maxlength: 40 })}
${entry && readingChoice(entry, (typed.currency ?? '').trim().toUpperCase())}
${formField({ name: 'currency', label: 'Currency', value: typed.currency ?? 'EUR', problem: problemOf(problems, 'currency'), required: true, maxlength: 3 })}
${formField({
  name: 'type',
  label: 'Type',
  value: typed.type,
  options: [
    ['PURCHASE', 'Purchase: charge immediately'],
    ['AUTHORIZE', 'Authorize: capture later'],
  ],
})}
${formField({ name: 'outcome', label: 'Provider response', value: typed.outcome, options: OUTCOMES })}
${formField({ name: 'flow', label: '3-D Secure', value: typed.flow, options: FLOWS })}
${formField({ name: 'terminal', label: 'Terminal', value: typed.terminal, options: [...terminals], problem: problemOf(problems, 'terminal') })}
<p><button class="button button-primary" data-action="pay">Go to payment page</button></p>`,
  })
  const noTerminal = statePanel({
    state: 'empty',
    heading: 'No terminals yet',
    words: 'Payments need a terminal. Ask the gateway operator to create one.',
  })
  return dashboardPage(caller, {
    page: 'try',
    title: 'Try a payment',
    lead: 'Pay on the hosted page as a shopper would, then return to the payment. No money moves.',
    status: problems.length > 0 ? 422 : 200,
    body: html`<div class="columns">${terminals.size > 0 ? form : noTerminal}
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
  })
}
