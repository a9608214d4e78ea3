import type { CardUpdate } from '#domain/card-update.ts'
import type { Customer } from '#domain/customer.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { Outcome, ShopperStep } from '#domain/transaction.ts'
import type { CardChecks, CheckResult } from '#domain/transaction-data.ts'
import type { Charge, ProviderAnswer } from '#providers/port/provider.ts'
import { type Directives, readDirectives } from '../common/directives.ts'
import { RESPONSE_CODES } from '../common/response-codes.ts'
import type { ChargeResult, ChosenOutcome, IssuedId, SimulatedCharge } from '../common/simulated-charges.ts'
import { awaitingShopper, immediateCharge, lineFor, refused, softDecline, textsOf } from '../common/translate.ts'
import { CARD_DIRECTIVES, type CardDirectives } from './directives.ts'
import { refusalOf, schemeEntryOf, withAdvice, withNetworkId } from './scheme.ts'

/** Ledger entry of a charge: a failed authentication declines, regardless of directives. */
export function resultOf(directives: Directives, charge: Charge, issued?: IssuedId): ChargeResult {
  const own = readDirectives(CARD_DIRECTIVES, charge.metadata)
  const answered =
    refusalOf(charge, issued) ?? withAdvice(answerTo(orderedFor(directives, own, charge), charge), own.advice)
  const result = withNetworkId(withCardUpdate(answered, own.cardUpdate), charge)
  return { ...result, page: null, scheme: schemeEntryOf(charge, result) }
}

/** Directives of a charge without the shopper: each ask uses the next outcome of a tester's list. */
function orderedFor(directives: Directives, { outcomes }: CardDirectives, { agreement, ask = 1 }: Charge): Directives {
  if (outcomes === null || agreement?.initiatedBy !== 'MERCHANT') return directives
  return { ...directives, responseCode: outcomes[ask - 1] ?? outcomes.at(-1)! }
}

const AUTHENTICATE_FIRST = softDecline('authentication required')

function answerTo(directives: Directives, charge: Charge) {
  if (charge.proof?.transStatus === 'N') return NOT_AUTHENTICATED
  const own = readDirectives(CARD_DIRECTIVES, charge.metadata)
  if (charge.round <= (own.softDeclines ?? 0)) return AUTHENTICATE_FIRST
  const checks = checksOf(own, charge)
  if (charge.agreement?.initiatedBy === 'MERCHANT') return immediateCharge(directives, checks)
  if (own.action) return awaitingAction(directives, own.action, checks)
  const step = own.redirect ?? own.form
  return step === null ? immediateCharge(directives, checks) : awaitingShopper(directives, step, checks)
}

type Action = Extract<ShopperStep, { kind: 'action' }>

const NOT_AUTHENTICATED = refused('1000', 'not authenticated')

/** Charge that waits for a tester's 3-D Secure step (docs/reference/simulators.md#made-up-actions). */
function awaitingAction(directives: Directives, step: Action, checks: CardChecks | null): SimulatedCharge {
  const { state, answer } = awaitingShopper(directives, step, checks)
  const code = directives.responseCode ?? directives.finalResponseCode ?? 'TRX_STATUS_APPROVED'
  const authenticated = lineFor(textsOf(directives), RESPONSE_CODES[code], checks)
  const action = {
    id: idIn(step.token),
    paymentData: step.paymentData,
    authenticated,
    refused: lineOf(NOT_AUTHENTICATED),
  }
  return { state, answer: { ...answer, action } }
}

function lineOf({ state, answer }: SimulatedCharge): ChosenOutcome {
  return { state, given: answer.given }
}

/** `three_ds_server_trans_id` of a token, which may be any text. */
function idIn(token: string): string | null {
  try {
    const { three_ds_server_trans_id: id } = Object(JSON.parse(Buffer.from(token, 'base64').toString()))
    return typeof id === 'string' && id !== '' ? id.toLowerCase() : null
  } catch {
    return null
  }
}

/** Adds the issuer's report of the card to an answer (docs/reference/simulators.md#renewed-cards). */
function withCardUpdate<C extends SimulatedCharge>(charge: C, cardUpdate: CardUpdate | null): C {
  if (cardUpdate === null) return charge
  const closes = cardUpdate.kind === 'issuer' && cardUpdate.update === 'CLOSED'
  const said: Partial<Outcome> = { cardUpdate, ...(closes && { stopsRetries: true }) }
  const { given, final } = charge.answer
  const later = final && { ...final, given: withWord(final.given, said) }
  return { ...charge, answer: { ...charge.answer, given: withWord(given, said), final: later } }
}

function withWord(given: ProviderAnswer, said: Partial<Outcome>): ProviderAnswer {
  return given.kind === 'shopper-step' ? given : { ...given, outcome: { ...given.outcome, ...said } }
}

/** Results by number of sent address fields: street and postal code. */
const ADDRESS_MATCHES: readonly CheckResult[] = ['not_checked', 'partial_match', 'match']

/** Issuer's results for security code and address: a match by default. */
export function checksOf(directives: CardDirectives, { instrument, customer }: Charge): CardChecks {
  return { avs: directives.avsCheck ?? addressCheck(customer), cvv: directives.cvvCheck ?? codeCheck(instrument) }
}

function addressCheck({ address, postalCode }: Customer): CheckResult {
  return ADDRESS_MATCHES[[address, postalCode].filter(Boolean).length]!
}

function codeCheck(instrument: Instrument): CheckResult {
  return instrument.kind === 'card' && instrument.card.cvv !== null ? 'match' : 'not_checked'
}
