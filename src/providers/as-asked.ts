import { statusOf } from '#domain/transaction.ts'
import { type InquiryAnswer, OtherMoney } from './provider.ts'

/** A value that we sent, as text, and the one that an answer repeats of it: null or undefined where it repeats none. */
type Repeated = readonly [asked: string, answered: unknown]

/** Values that a provider's answer may repeat of what it was asked, in its own notation. */
export interface RepeatedValues {
  readonly amounts?: readonly Repeated[]
  readonly currencies?: readonly Repeated[]
  readonly ids?: readonly Repeated[]
}

/**
 * An answer whose approval repeats what was asked, as far as it repeats anything
 * (docs/reference/unknown-outcomes.md#approvals-of-something-else).
 * @throws OtherMoney for an approval of another amount, currency or attempt
 */
export function asAsked<Answer extends InquiryAnswer>(answer: Answer, repeated: RepeatedValues): Answer {
  if (answer.kind !== 'outcome' || statusOf(answer.outcome) !== 'APPROVED') return answer
  const difference = differenceIn(repeated)
  if (difference !== undefined) throw new OtherMoney(`The provider approved another ${difference} than was asked.`)
  return answer
}

/** First of what was repeated wrongly, undefined if nothing was. */
export function differenceIn({ amounts = [], currencies = [], ids = [] }: RepeatedValues): string | undefined {
  if (!amounts.every((one) => isRepeated(one, isSameNumber))) return 'amount'
  if (!currencies.every((one) => isRepeated(one, isSameWord))) return 'currency'
  return ids.every((one) => isRepeated(one, (asked, answered) => asked === answered)) ? undefined : 'attempt'
}

function isRepeated([asked, answered]: Repeated, isSame: (asked: string, answered: unknown) => boolean): boolean {
  return answered === undefined || answered === null || isSame(asked, answered)
}

/** JSON's numbers have lost their last digits before they get here. */
function isSameNumber(asked: string, answered: unknown): boolean {
  if (typeof answered === 'number') return Number(asked) === answered
  return typeof answered === 'string' && plain(asked) === plain(answered)
}

/** `012.50` as `12.5`. */
function plain(number: string): string {
  const [, whole, fraction = ''] = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(number.trim()) ?? [null, number]
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function isSameWord(asked: string, answered: unknown): boolean {
  return typeof answered === 'string' && asked.toUpperCase() === answered.trim().toUpperCase()
}
