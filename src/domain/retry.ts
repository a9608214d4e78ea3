import type { AuthenticationSummary } from './authentication.ts'
import { PROCESSING_CODES, type ProcessingCode } from './processing-code.ts'
import { isFinal, type Status } from './status.ts'
import type { Outcome } from './transaction.ts'
import type { TransactionData, TriedAccount } from './transaction-data.ts'

/** Declines that another provider may decide differently; none for risk. */
const RETRYABLE: readonly ProcessingCode[] = ['1000', '1001', '1004']

/** Issuers' codes of a card that is lost, stolen or to be kept (ISO 8583, field 39); connectors pass them through. */
const CARD_IS_GONE: readonly string[] = ['04', '07', '41', '43']

export function isRetryable({ code, providerResponseCode, stopsRetries }: Outcome): boolean {
  return !stopsRetries && RETRYABLE.includes(code) && !CARD_IS_GONE.includes(providerResponseCode ?? '')
}

/** Attempt with its result; null codes while the result is unknown. */
interface Ended {
  readonly provider: string
  readonly providerAccountId: string
  readonly processingCode: ProcessingCode | null
  readonly responseMessage: string | null
  readonly createdAt: Date
}

/** `data` when another attempt begins; another round with the first account is no retry. @param ended all attempts so far */
export function scheduleRetry(
  data: TransactionData | null,
  ended: readonly Ended[],
  authentication: AuthenticationSummary,
  next: Pick<Ended, 'provider' | 'providerAccountId' | 'createdAt'>,
): TransactionData | null {
  const earlier = data?.retryOptions?.attempts ?? []
  const shown = ended.map((one, index) => ({
    ...shownOf(one),
    authentication: index === ended.length - 1 ? authentication : (earlier[index]?.authentication ?? NONE),
  }))
  const attempts = [...shown, shownOf({ ...next, processingCode: null, responseMessage: null })]
  const retryCount = new Set(attempts.map(({ providerAccountId }) => providerAccountId)).size - 1
  return retryCount === 0 ? data : { ...data, retryOptions: { attempts, retryCount, status: 'SCHEDULED' } }
}

/** `data` while the next ask of a declined charge is due. @param at by the merchant's clock */
export function waitForAsk(data: TransactionData | null, ended: readonly Ended[], at: Date): TransactionData {
  const attempts = ended.map(shownOf)
  const retryCount = attempts.length - 1
  return { ...data, retryOptions: { attempts, retryCount, status: 'SCHEDULED', nextAttemptAt: at.toISOString() } }
}

export function askAgain(
  data: TransactionData | null,
  ended: readonly Ended[],
  next: Pick<Ended, 'provider' | 'providerAccountId' | 'createdAt'>,
): TransactionData {
  const attempts = [...ended, { ...next, processingCode: null, responseMessage: null }].map(shownOf)
  const recovery = data?.recovery && { ...data.recovery, asks: data.recovery.asks + 1 }
  return {
    ...data,
    ...(recovery && { recovery }),
    retryOptions: { attempts, retryCount: ended.length, status: 'SCHEDULED' },
  }
}

const NONE: AuthenticationSummary = { status: null, level: null }

function shownOf({ provider, providerAccountId, processingCode, responseMessage, createdAt }: Ended): TriedAccount {
  return {
    provider,
    providerAccountId,
    status: processingCode ? PROCESSING_CODES[processingCode].status : 'PENDING',
    processingCode,
    responseMessage,
    createdAt: createdAt.toISOString(),
  }
}

export function authenticateRetry(data: TransactionData | null): TransactionData | null {
  return data?.retryOptions ? { ...data, retryOptions: { ...data.retryOptions, status: 'AUTHENTICATING' } } : data
}

/** `data` when the transaction ends, and its last attempt with it. @param outcome of that attempt */
export function endRetry(data: TransactionData | null, status: Status, outcome: Outcome): TransactionData | null {
  if (!data?.retryOptions || !isFinal(status)) return data
  const { attempts, nextAttemptAt: _, ...options } = data.retryOptions
  const { code: processingCode, responseMessage } = outcome
  const last = { ...attempts.at(-1)!, status: PROCESSING_CODES[processingCode].status, processingCode, responseMessage }
  const ended = status === 'APPROVED' ? 'SUCCEEDED' : 'EXHAUSTED'
  return { ...data, retryOptions: { ...options, attempts: [...attempts.slice(0, -1), last], status: ended } }
}
