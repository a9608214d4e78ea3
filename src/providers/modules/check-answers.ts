import { ISSUER_UPDATES } from '#domain/card-update.ts'
import { minorUnits } from '#domain/currency.ts'
import { DISPUTE_REASONS, DISPUTE_STAGES, DISPUTE_STATUSES, type DisputeReport } from '#domain/dispute.ts'
import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import { withinLimits } from '#domain/provider-words.ts'
import { replaceUnstorable } from '#domain/storable-text.ts'
import { gatewayOutcome, type Outcome } from '#domain/transaction.ts'
import { CHECK_RESULTS } from '#domain/transaction-data.ts'
import type { InquiryAnswer, ProviderAnswer, ReadNotice } from '../port/provider.ts'

// What a module returns in a call, as the port describes it. Each function throws an Error for anything else.

type Test = (value: unknown) => boolean
type Members = Readonly<Record<string, unknown>>

const LONGEST_TEXT = 1000
const MOST_NOTICES = 1000

const isText: Test = (value) => typeof value === 'string'
const isObject: Test = (value) => typeof value === 'object' && value !== null
const oneOf =
  (words: readonly unknown[]): Test =>
  (value) =>
    words.includes(value)
const either =
  (...tests: readonly Test[]): Test =>
  (value) =>
    tests.some((test) => test(value))
const matching =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test)
const members =
  (tests: Readonly<Record<string, Test>>): Test =>
  (value) =>
    isObject(value) && Object.entries(tests).every(([name, test]) => test((value as Members)[name]))

const isAbsent = oneOf([undefined])
const isFlag = oneOf([undefined, true])
const isTextOrNull = either(isText, oneOf([undefined, null]))
const isDate: Test = (value) => value instanceof Date && !Number.isNaN(value.getTime())
const isAmount: Test = (value) => typeof value === 'bigint' && value >= 0n
const isCurrency: Test = (value) => isText(value) && minorUnits(value as string) !== undefined
const isFields: Test = (value) => isObject(value) && Object.values(value as Members).every(isText)

const isCardUpdate = either(
  members({ kind: oneOf(['issuer']), update: oneOf(ISSUER_UPDATES) }),
  members({
    kind: oneOf(['expiry']),
    expiry: members({ month: (month) => Number.isInteger(month), year: (year) => Number.isInteger(year) }),
    lastFour: either(isAbsent, matching(/^\d{4}$/)),
  }),
)
const OUTCOME: { readonly [Member in keyof Required<Outcome>]: Test } = {
  code: (code) => isText(code) && Object.hasOwn(PROCESSING_CODES, code as string),
  responseMessage: isTextOrNull,
  approvalCode: isTextOrNull,
  referenceNumber: isTextOrNull,
  providerResponseCode: isTextOrNull,
  providerResponseMessage: isTextOrNull,
  checks: either(oneOf([undefined, null]), members({ avs: oneOf(CHECK_RESULTS), cvv: oneOf(CHECK_RESULTS) })),
  stopsRetries: isFlag,
  receivedAmount: either(isAbsent, matching(/^\d{1,18}$/)),
  authorizationLimit: either(isAbsent, isDate),
  traceNumber: either(isAbsent, (number) => Number.isInteger(number)),
  adviceCode: either(isAbsent, isText),
  networkTransactionId: either(isAbsent, isText),
  cardUpdate: either(isAbsent, isCardUpdate),
  captureFailed: isFlag,
}
const isStep = either(
  members({ kind: oneOf(['redirect']), url: isText }),
  members({ kind: oneOf(['form']), url: isText, data: isFields }),
)
const isReport = members({
  attemptId: isText,
  stage: oneOf(DISPUTE_STAGES),
  status: oneOf(DISPUTE_STATUSES),
  reason: oneOf(DISPUTE_REASONS),
  networkReasonCode: either(isText, oneOf([null])),
  amount: isAmount,
  currency: isCurrency,
  respondBy: either(isDate, oneOf([null])),
  movements: listOf(
    members({ id: isText, kind: oneOf(['WITHDRAWN', 'REINSTATED']), amount: isAmount, currency: isCurrency }),
  ),
})
const isNotice = members({
  key: matching(/^.{1,200}$/s),
  attemptId: isText,
  fields: isFields,
  failsCapture: isFlag,
  endsAuthorization: isFlag,
  dispute: either(isAbsent, isText),
  fraudWarning: either(isAbsent, members({ reason: isTextOrNull, paymentReference: either(isAbsent, isText) })),
})

export function checkInquiryAnswer(answer: unknown): InquiryAnswer {
  const { kind } = Object(answer) as Members
  return kind === 'not-found' ? { kind } : checkAnswer(answer)
}

export function checkAnswer(answer: unknown): ProviderAnswer {
  const { kind, outcome, step } = Object(answer) as Members
  if (kind === 'shopper-step' && isStep(step)) return { kind, step: structuredClone(step) as never }
  if (kind === 'outcome' || kind === 'authentication-required') return { kind, outcome: checkOutcome(outcome) }
  throw new TypeError('no answer')
}

/** Complete: absent texts are null, and all can be stored. */
function checkOutcome(given: unknown): Outcome {
  require(members(OUTCOME), given)
  const known = Object.keys(OUTCOME).map((name) => [name, storable((given as Members)[name])] as const)
  const { code } = given as { code: ProcessingCode }
  return { ...gatewayOutcome(code, ''), ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) }
}

function storable(value: unknown): unknown {
  return typeof value === 'string' ? replaceUnstorable(value.slice(0, LONGEST_TEXT)) : structuredClone(value)
}

export function checkNotices(given: unknown): ReadNotice {
  if (given === 'forged') return given
  require(listOf(isNotice), given)
  const entries = given as Exclude<ReadNotice, 'forged'>
  if (entries.length > MOST_NOTICES) throw new RangeError('too many notices')
  return structuredClone(entries)
}

export function checkDispute(given: unknown): DisputeReport | 'not-found' {
  if (given === 'not-found') return given
  require(isReport, given)
  return withinLimits(given as DisputeReport)
}

export function checkTexts(given: unknown): readonly string[] {
  require(listOf(isText), given)
  return given as readonly string[]
}

export function checkProblems(given: unknown): readonly object[] {
  require(listOf(members({ property: isText, message: isText, params: listOf(isText) })), given)
  return given as readonly object[]
}

export function checkReference(given: unknown): string | undefined {
  require(either(isText, isAbsent), given)
  return given as string | undefined
}

function require(test: Test, value: unknown): void {
  if (!test(value)) throw new TypeError('not as the port describes it')
}
