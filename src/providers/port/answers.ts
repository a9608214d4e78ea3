import type { ProcessingCode } from '#domain/processing-code.ts'
import { gatewayOutcome, type Outcome, statusOf } from '#domain/transaction.ts'
import { type InquiryAnswer, OtherMoney, type ProviderAnswer } from './provider.ts'

type OutcomeAnswer = Extract<ProviderAnswer, { readonly kind: 'outcome' }>

/** Answer with an outcome. @param said values of the provider */
export function answerWith(code: ProcessingCode, message: string, said: Partial<Outcome> = {}): OutcomeAnswer {
  return { kind: 'outcome', outcome: { ...gatewayOutcome(code, message), ...said } }
}

/** Step of the shopper: a page of the provider. @param url `https`, without user info */
export function redirectTo(url: string): ProviderAnswer {
  return { kind: 'shopper-step', step: { kind: 'redirect', url } }
}

/** Marks a refusal after the shopper's approval: the later charge failed. */
export function markCaptureFailed(answer: ProviderAnswer): ProviderAnswer {
  const isRefusal = answer.kind === 'outcome' && !['APPROVED', 'PENDING'].includes(statusOf(answer.outcome))
  return isRefusal ? { ...answer, outcome: { ...answer.outcome, captureFailed: true } } : answer
}

/** A sent value, as text, and the repeated one: null or undefined if the answer does not repeat it. */
type Repeated = readonly [asked: string, answered: unknown]

/** Values of a request that a provider's answer may repeat, in the provider's notation. */
export interface RepeatedValues {
  readonly amounts?: readonly Repeated[]
  readonly currencies?: readonly Repeated[]
  readonly ids?: readonly Repeated[]
}

/**
 * Checks repeated values (docs/reference/unknown-outcomes.md#approvals-of-something-else). @throws OtherMoney if one is
 * wrong
 */
export function asAsked<Answer extends InquiryAnswer>(answer: Answer, repeated: RepeatedValues): Answer {
  if (answer.kind !== 'outcome' || statusOf(answer.outcome) !== 'APPROVED') return answer
  const difference = differenceIn(repeated)
  if (difference !== undefined) throw new OtherMoney(`The provider approved another ${difference} than was asked.`)
  return answer
}

export function differenceIn({ amounts = [], currencies = [], ids = [] }: RepeatedValues): string | undefined {
  if (!amounts.every((one) => isRepeated(one, isSameNumber))) return 'amount'
  if (!currencies.every((one) => isRepeated(one, isSameWord))) return 'currency'
  return ids.every((one) => isRepeated(one, (asked, answered) => asked === answered)) ? undefined : 'attempt'
}

function isRepeated([asked, answered]: Repeated, isSame: (asked: string, answered: unknown) => boolean): boolean {
  return answered === undefined || answered === null || isSame(asked, answered)
}

/** Ignores the last digits of JSON numbers, which parsing may have lost. */
function isSameNumber(asked: string, answered: unknown): boolean {
  if (typeof answered === 'number') return Number(asked) === answered
  return typeof answered === 'string' && plain(asked) === plain(answered)
}

/** Writes `012.50` as `12.5`. */
function plain(number: string): string {
  const [, whole, fraction = ''] = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(number.trim()) ?? [null, number]
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function isSameWord(asked: string, answered: unknown): boolean {
  return typeof answered === 'string' && asked.toUpperCase() === answered.trim().toUpperCase()
}
