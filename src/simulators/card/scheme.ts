import { randomInt } from 'node:crypto'
import { adviceOf } from '#domain/advice.ts'
import type { Outcome } from '#domain/transaction.ts'
import type { Charge, ProviderAnswer } from '#providers/port/provider.ts'
import type { IssuedId, SchemeEntry, SimulatedCharge } from '../common/simulated-charges.ts'
import { refused } from '../common/translate.ts'

/** Form of our scheme's IDs; others are accepted unchecked. */
const OWN_ID = /^SIM\d{15}$/

function newNetworkId(): string {
  return `SIM${String(randomInt(10 ** 12)).padStart(15, '0')}`
}

/** Refuses as a scheme would (docs/reference/simulators.md#agreements). @param issued entry of the charge's ID */
export function refusalOf(
  { agreement, instrument }: Charge,
  issued: IssuedId | undefined,
): SimulatedCharge | undefined {
  if (agreement?.initiatedBy !== 'MERCHANT' || instrument.kind !== 'card') return undefined
  if (instrument.card.cvv !== null) return refused('1000', 'security code without the cardholder')
  const { networkTransactionId: id } = agreement
  if (issued?.isRevoked) return refused('1000', 'agreement revoked')
  if (id === null || !OWN_ID.test(id)) return undefined
  const isOfCard = issued?.cardHash === instrument.card.maskedCard.hash
  return isOfCard ? undefined : refused('1000', 'network transaction id of another card')
}

/** Adds the scheme's ID to the approval of a payment with an agreement. */
export function withNetworkId<C extends SimulatedCharge>(charge: C, { agreement }: Charge): C {
  if (!agreement) return charge
  const id = (agreement.initiatedBy === 'MERCHANT' && agreement.networkTransactionId) || newNetworkId()
  const { given, final, action } = charge.answer
  const answer = {
    ...charge.answer,
    given: stamped(given, id),
    final: final && { ...final, given: stamped(final.given, id) },
    ...(action && {
      action: { ...action, authenticated: { ...action.authenticated, given: stamped(action.authenticated.given, id) } },
    }),
  }
  return { ...charge, answer }
}

function stamped(given: ProviderAnswer, networkTransactionId: string): ProviderAnswer {
  if (given.kind !== 'outcome' || given.outcome.code !== '0000') return given
  return { ...given, outcome: { ...given.outcome, networkTransactionId } }
}

/** Codes by which the cardholder withdraws a permission. */
const REVOKING: readonly string[] = ['R0', 'R1', 'R3']

/** Advice that forbids another try with any account. */
const FORBIDDING = ['DO_NOT_TRY', 'REVOKED']

export function withAdvice<C extends SimulatedCharge>(charge: C, adviceCode: string | null): C {
  const { given } = charge.answer
  if (adviceCode === null || given.kind !== 'outcome' || charge.state !== 'REFUSED') return charge
  const stops = FORBIDDING.includes(adviceOf(adviceCode) ?? '')
  const outcome: Outcome = { ...given.outcome, adviceCode, ...(stops && { stopsRetries: true as const }) }
  return { ...charge, answer: { ...charge.answer, given: { kind: 'outcome', outcome } } }
}

export function schemeEntryOf({ agreement, instrument }: Charge, { answer }: SimulatedCharge): SchemeEntry | null {
  if (!agreement || instrument.kind !== 'card') return null
  const { given, final, action } = answer
  const answers = [given, final?.given, action?.authenticated.given]
  const ids = answers.map((one) => (one?.kind === 'outcome' ? one.outcome.networkTransactionId : undefined))
  const { providerResponseCode, adviceCode } = given.kind === 'outcome' ? given.outcome : NOTHING
  const { initiatedBy, purpose, networkTransactionId: referredTo } = agreement
  return {
    initiatedBy,
    purpose,
    networkTransactionId: ids.find((id) => id !== undefined) ?? (initiatedBy === 'MERCHANT' ? referredTo : null),
    cardHash: instrument.card.maskedCard.hash,
    hasSecurityCode: instrument.card.cvv !== null,
    revokes: REVOKING.includes(providerResponseCode ?? '') || FORBIDDING.includes(adviceOf(adviceCode) ?? ''),
  }
}

const NOTHING = { providerResponseCode: null, adviceCode: undefined }
