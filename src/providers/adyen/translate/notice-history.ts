import type { AskedAttempt, NoticeFields, Outcome, ProviderAnswer, RepeatedValues } from '#providers/port/tools.ts'
import { answerWith, asAsked, markCaptureFailed } from '#providers/port/tools.ts'
import { adyenValueOf, amountFrom, repeatedAmount } from './amount.ts'
import { checksOf } from './checks.ts'

/** Result of an attempt's notices, with Adyen's ID. */
export interface NoticeSummary {
  readonly answer: ProviderAnswer
  readonly reference: string
}

/** Adyen's events that reverse a charge. They name the charge in `originalReference`. */
const TAKES_BACK = ['TECHNICAL_CANCEL', 'CANCELLATION', 'CANCEL_OR_REFUND']
/** Event of an expired authorization. It may name the charge in `pspReference`. */
const EXPIRES = 'EXPIRE'
/** No signature covers dates, so a capture that Adyen completes after a failure stays failed. */
const CAPTURE_FAILS = 'CAPTURE_FAILED'
/** Events that undo a refund after its success. */
const UNDOES_REFUNDS = ['REFUND_FAILED', 'REFUNDED_REVERSED']

const isTrue = ({ success }: NoticeFields) => success === 'true'
const isOf = (...events: string[]) => {
  return ({ eventCode }: NoticeFields) => events.includes(eventCode ?? '')
}

/** Last approval that nothing reversed. */
export function effectiveApproval({ notices }: AskedAttempt): NoticeFields | undefined {
  const over = notices.filter(isOf(...TAKES_BACK, EXPIRES)).filter(isTrue)
  const references = over.map(
    (notice) => notice.originalReference || (isOf(EXPIRES)(notice) ? notice.pspReference : undefined),
  )
  return approvalsIn(notices).findLast(({ pspReference }) => !references.includes(pspReference))
}

/** Number of failed reversals: the next request needs a new key. */
export function failedReversals({ notices }: AskedAttempt): number {
  return notices.filter(isOf(...TAKES_BACK)).filter((notice) => !isTrue(notice)).length
}

/** True if the issuer refused, so that there is nothing to reverse. */
export function isRefused({ notices }: AskedAttempt): boolean {
  return approvalsIn(notices).length === 0 && notices.some(isOf('AUTHORISATION'))
}

/** True if there was an approval, and none is effective. */
export function isReversed(attempt: AskedAttempt): boolean {
  return approvalsIn(attempt.notices).length > 0 && effectiveApproval(attempt) === undefined
}

/** Result of a charge; undefined without one. The order of notices has no meaning. */
export function chargeFromNotices(attempt: AskedAttempt): NoticeSummary | undefined {
  const approval = effectiveApproval(attempt)
  if (approval) return { answer: approved(attempt, approval), reference: approval.pspReference! }
  const first = attempt.notices.find(isOf('AUTHORISATION'))
  if (!first) return undefined
  const answer = isTrue(first) || isReversed(attempt) ? answerWith('1001', 'reversed') : declined(first)
  return { answer, reference: first.pspReference! }
}

/** Result of a capture, refund or void. A later failure wins, in any order of the notices. */
export function followUpFromNotices({ notices, money }: AskedAttempt): NoticeSummary | undefined {
  const undone = notices.find(isOf(...UNDOES_REFUNDS, CAPTURE_FAILS))
  const said = undone ?? notices.find(isOf('CAPTURE', 'REFUND', ...TAKES_BACK))
  if (!said) return undefined
  const isDone = isTrue(said) && said !== undone
  if (!isDone) return { answer: declined(said), reference: said.pspReference! }
  // A cancellation has no amount of its own.
  const repeated = isOf(...TAKES_BACK)(said) ? {} : repeatedIn(said, money)
  return { answer: asAsked(answerWith('0000', 'approved', saidIn(said)), repeated), reference: said.pspReference! }
}

/** A payer may send any amount of a bank transfer; other payments have the requested amount. */
function approved({ notices, money, paymentMethod }: AskedAttempt, approval: NoticeFields): ProviderAnswer {
  const failure = notices.find(isOf(CAPTURE_FAILS))
  if (failure) return markCaptureFailed(declined(failure))
  const arrived = valueIn(approval)
  const isTransfer = paymentMethod === 'BANK_TRANSFER'
  if (isTransfer && (approval['amount.currency'] !== money.currency || arrived < (adyenValueOf(money) ?? 0n))) {
    const receivedAmount = String(amountFrom(arrived, money.currency))
    return answerWith('1002', 'pending', { referenceNumber: approval.pspReference!, receivedAmount })
  }
  const answer = answerWith('0000', 'approved', { ...saidIn(approval), providerResponseCode: 'Authorised' })
  return isTransfer ? answer : asAsked(answer, repeatedIn(approval, money))
}

function repeatedIn(said: NoticeFields, money: AskedAttempt['money']): RepeatedValues {
  return repeatedAmount(money, { value: said['amount.value'], currency: said['amount.currency'] })
}

/** No signature covers the reason, so it is only displayed. */
function declined(said: NoticeFields): ProviderAnswer {
  return answerWith('1000', 'declined', { ...saidIn(said), providerResponseMessage: said.reason ?? null })
}

function saidIn(said: NoticeFields): Partial<Outcome> {
  const checks = { cvcResult: said['additionalData.cvcResult'], avsResult: said['additionalData.avsResult'] }
  return {
    referenceNumber: said.pspReference ?? null,
    approvalCode: said.authCode ?? null,
    providerResponseCode: said.eventCode ?? null,
    checks: checksOf(checks),
  }
}

function valueIn({ 'amount.value': value = '' }: NoticeFields): bigint {
  return /^\d+$/.test(value) ? BigInt(value) : 0n
}

function approvalsIn(notices: readonly NoticeFields[]): readonly NoticeFields[] {
  return notices.filter(isOf('AUTHORISATION')).filter(isTrue)
}
