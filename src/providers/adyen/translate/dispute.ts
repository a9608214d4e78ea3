import type { DisputeMovement, DisputeReport, NoticeFields } from '#providers/port/tools.ts'
import { providerTime, withinLimits } from '#providers/port/tools.ts'
import { amountFrom } from './amount.ts'

/** Meaning of an event for a case. Status and money are separate: a reversed chargeback may still be lost. */
interface DisputeEvent {
  readonly stage: DisputeReport['stage']
  readonly status?: DisputeReport['status']
  readonly money?: DisputeMovement['kind']
}

/** Adyen's dispute events in the usual order of a case. Events of one case share its `pspReference`. */
const EVENTS: Readonly<Record<string, DisputeEvent>> = {
  REQUEST_FOR_INFORMATION: { stage: 'INQUIRY', status: 'NEEDS_RESPONSE' },
  INFORMATION_SUPPLIED: { stage: 'INQUIRY', status: 'UNDER_REVIEW' },
  NOTIFICATION_OF_CHARGEBACK: { stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE' },
  CHARGEBACK: { stage: 'CHARGEBACK', status: 'NEEDS_RESPONSE', money: 'WITHDRAWN' },
  DISPUTE_DEFENSE_PERIOD_ENDED: { stage: 'CHARGEBACK', status: 'LOST' },
  CHARGEBACK_REVERSED: { stage: 'CHARGEBACK', status: 'UNDER_REVIEW', money: 'REINSTATED' },
  ISSUER_COMMENTS: { stage: 'CHARGEBACK' },
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: { stage: 'CHARGEBACK', status: 'WON' },
  SECOND_CHARGEBACK: { stage: 'CHARGEBACK', status: 'LOST', money: 'WITHDRAWN' },
  PREARBITRATION_OPEN: { stage: 'PRE_ARBITRATION', status: 'NEEDS_RESPONSE' },
  PREARBITRATION_WON: { stage: 'PRE_ARBITRATION', status: 'WON' },
  PREARBITRATION_LOST: { stage: 'PRE_ARBITRATION', status: 'LOST' },
}

/** Order of events: no signature covers their dates. */
const ORDER = Object.keys(EVENTS)

/** Case of a notice, if Adyen opened one. */
export function disputeIn({ eventCode = '', pspReference, success }: NoticeFields): string | undefined {
  return success === 'true' && Object.hasOwn(EVENTS, eventCode) ? pspReference : undefined
}

/** Case by all its notices, in any order of arrival; undefined without any. */
export function disputeReportOf(notices: readonly NoticeFields[], reference: string, attemptId: string) {
  const arrived = notices.filter((notice) => disputeIn(notice) === reference)
  return arrived.length === 0 ? undefined : reportOf(arrived, attemptId)
}

/** Signed fields decide. Of the others, the first code to arrive and the earliest deadline of the stage are shown. */
function reportOf(arrived: readonly NoticeFields[], attemptId: string): DisputeReport {
  const own = arrived.toSorted(byPlace)
  const last = own.at(-1)!
  const events = own.map((notice) => EVENTS[notice.eventCode!]!)
  const details = (name: string) => arrived.flatMap((notice) => notice[`additionalData.${name}`] ?? [])
  const [code] = [...details('chargebackReasonCode'), ...details('rfiReasonCode')].map((word) => word.trim())
  const { stage } = events.at(-1)!
  const deadlines = arrived
    .filter(({ eventCode }) => EVENTS[eventCode!]!.stage === stage)
    .flatMap((notice) => providerTime(notice['additionalData.defensePeriodEndsAt'] ?? '') ?? [])
  return withinLimits({
    attemptId,
    stage,
    status: events.findLast(({ status }) => status)?.status ?? 'NEEDS_RESPONSE',
    reason: reasonOf(code),
    networkReasonCode: code ?? null,
    amount: valueIn(last),
    currency: last['amount.currency'] ?? '',
    respondBy: deadlines.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
    movements: own.flatMap(movementOf),
  })
}

/** An event moves money once for each case, even if its notice is repeated. */
function movementOf(notice: NoticeFields, index: number, own: readonly NoticeFields[]): readonly DisputeMovement[] {
  const { eventCode = '', 'amount.currency': currency = '' } = notice
  const { money } = EVENTS[eventCode]!
  const isFirst = own.findIndex((one) => one.eventCode === eventCode) === index
  return money && isFirst ? [{ id: eventCode, kind: money, amount: valueIn(notice), currency }] : []
}

function byPlace(one: NoticeFields, other: NoticeFields): number {
  return ORDER.indexOf(one.eventCode!) - ORDER.indexOf(other.eventCode!)
}

function valueIn({ 'amount.value': value = '', 'amount.currency': currency = '' }: NoticeFields): bigint {
  return /^\d{1,18}$/.test(value) ? amountFrom(BigInt(value), currency) : 0n
}

/** Reason codes of Visa and Mastercard by family. */
const REASONS: readonly (readonly [RegExp, DisputeReport['reason']])[] = [
  [/^(10\.\d|4837|4849|4863|4870|4871)$/, 'FRAUD'],
  [/^(13\.1|4855)$/, 'NOT_RECEIVED'],
  [/^(13\.[345]|4853)$/, 'NOT_AS_DESCRIBED'],
  [/^12\.6(\.1)?$/, 'DUPLICATE'],
  [/^(13\.[67]|4860)$/, 'CREDIT_NOT_PROCESSED'],
  [/^(13\.2|4841)$/, 'RECURRING_CANCELED'],
  [/^(1[12]\.\d|4808|4834|4831)$/, 'PROCESSING_ERROR'],
]

function reasonOf(code: string | undefined): DisputeReport['reason'] {
  return REASONS.find(([pattern]) => pattern.test(code ?? ''))?.[1] ?? 'OTHER'
}
