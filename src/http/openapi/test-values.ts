import { PROCESSING_CODES } from '#domain/processing-code.ts'
import {
  type DirectiveKey,
  type FaultName,
  type SimulatedFlow,
  type TestDirective,
  testValues,
} from '#flows/simulators/test-values.ts'
import { markdownTable } from './code-reference.ts'

/** Test cards and magic values as Markdown. Headings are of the second level, because each place adds its own title. */
export function testValuesReference(): string {
  const { cards, outcomes, directives, flows, faults } = testValues()
  return [
    CARDS_TEXT,
    markdownTable(['Brand', 'Number', 'Security code'], cards.map(cardRow)),
    OUTCOMES_TEXT,
    markdownTable(['`response_code`', 'Status', 'Code'], outcomes.map(outcomeRow)),
    DIRECTIVES_TEXT,
    markdownTable(['Key of `metadata`', 'What it sets', 'Its value'], directives.common.map(directiveRow)),
    CARD_DIRECTIVES_TEXT,
    markdownTable(['Key of `metadata`', 'What it sets', 'Its value'], directives.card.map(directiveRow)),
    FLOWS_TEXT,
    markdownTable(['`simulated_flow`', 'What happens', 'Ends with'], flows.map(flowRow)),
    FAULTS_TEXT,
    markdownTable(['`simulate_fault`', 'What goes wrong'], faults.map(faultRow)),
  ].join('\n')
}

const CARDS_TEXT = `## Cards

Use any future expiry and any digits as security code. The number decides only the brand: \`metadata\`, or a choice on a simulated
page, decides the outcome. Other numbers that pass the Luhn check work too.
`

const OUTCOMES_TEXT = `## Outcomes

\`metadata.response_code\` of a payment, payout, capture, refund, void or session.
`

const DIRECTIVES_TEXT = `## Keys of metadata

Numbers and their decimal strings are both accepted. An invalid value is a 422 on \`metadata.<key>\`.
`

const CARD_DIRECTIVES_TEXT = `For card payments only:
`

const FLOWS_TEXT = `## 3-D Secure

\`metadata.simulated_flow\` of a card payment. \`metadata.authentication_simulator.transStatus\`, and a choice on the challenge page,
replace the letter it ends with.
`

const FAULTS_TEXT = `## Faults

\`metadata.simulate_fault\` of a payment, payout or follow-up: an error between the gateway and the provider.
`

type Row = readonly string[]

function cardRow({ brand, number, cvvLength }: { brand: string; number: string; cvvLength: number }): Row {
  return [brand, `\`${number}\``, `${cvvLength} digits`]
}

function outcomeRow([responseCode, code]: ReturnType<typeof testValues>['outcomes'][number]): Row {
  return [`\`${responseCode}\``, `\`${PROCESSING_CODES[code].status}\``, `\`${code}\``]
}

function directiveRow({ key, expects }: TestDirective): Row {
  return [`\`${key}\``, DIRECTIVE_WORDS[key], LISTED_APART[key] ?? expects.replace(/^must be /, '')]
}

const LISTED_APART: Partial<Readonly<Record<DirectiveKey, string>>> = {
  response_code: 'one of the outcomes above',
  simulate_final_response_code: 'one of the outcomes above',
  simulate_fault: 'one of the faults below',
}

const DIRECTIVE_WORDS: Readonly<Record<DirectiveKey, string>> = {
  response_code: 'the outcome',
  response_message: '`response_message`',
  approval_code: '`approval_code`; random if approved',
  reference_number: '`reference_number`; random if approved',
  payment_provider_status: '`payment_provider_status`',
  payment_provider_response_code: '`payment_provider_response_code`, in the event too',
  payment_provider_response_message: '`payment_provider_response_message`, in the event too',
  simulate_final_response_code: 'how a pending payment completes automatically',
  simulate_final_after_seconds: 'and after how many seconds',
  simulate_delay_ms: 'how many milliseconds the response takes',
  simulate_fault: 'the fault',
  simulate_dispute: 'the dispute that opens after the approval',
  simulate_authentication_required:
    'the response is that `action`; its `payment_data` ends the payment in the calls of 3-D Secure',
  simulate_redirect: 'the response is a `redirect` there',
  simulate_form_submit: 'the response is that `form_submit`',
  simulate_soft_decline: 'how many times the issuer asks for authentication first',
  simulate_cvv_check: 'the check of the security code in `data.checks`; nothing is declined for it',
  simulate_avs_check: 'the check of the address in `data.checks`; nothing is declined for it',
  simulate_charge_outcomes: 'processing codes of a charge by agreement, one for each attempt',
  simulate_advice: "the scheme's advice with a decline",
  simulate_card_update: 'what the issuer reports of the card: a new expiry or a word',
}

function flowRow({ name, isDefault, flow }: { name: string; isDefault: boolean; flow: SimulatedFlow | null }): Row {
  const label = `\`${name}\`${isDefault ? ' (default)' : ''}`
  return flow
    ? [label, flow.summary, `\`${flow.transStatus}\``]
    : [label, 'The card is not enrolled', 'no authentication']
}

const FAULT_WORDS: Readonly<Record<FaultName, string>> = {
  timeout_before_charge: 'no charge, no response',
  timeout_after_charge: 'charged, no response',
  connection_reset: 'charged, and the connection breaks before the response',
  garbage_answer: 'charged, and the response cannot be read',
  inquiry_not_found: 'charged, no response, and an inquiry does not find it',
  late_reference: "charged, no response, and only an inquiry shows the provider's ID",
  duplicate_notice: 'pending first; the notice comes twice',
  late_notice: "pending first; the notice comes after the gateway's own inquiry",
  forged_notice: 'pending first; a notice with a wrong signature comes before the right one',
  notice_before_answer: 'charged; the notice comes before the response',
  taken_back: 'of a refund or payout: approved, and returned two seconds later',
}

function faultRow(fault: FaultName): Row {
  return [`\`${fault}\``, FAULT_WORDS[fault]]
}
