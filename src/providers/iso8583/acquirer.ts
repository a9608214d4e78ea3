import { type Access, type Call, type ProviderAccount, pause } from '#providers/port/tools.ts'
import type { AcquirerStore, CardSeal, StoredRequest } from './acquirer-store.ts'
import type { Fields, Message } from './codec/message.ts'
import type { Settings } from './config.ts'
import { NotSent, Unanswered, Unwritable } from './line/errors.ts'
import type { Lines } from './lines.ts'
import { namedOf } from './translate/answer.ts'
import { LINE_IS_DOWN_SECONDS, UNWRITTEN_SECONDS, type Watch } from './watch.ts'

export interface Acquirer {
  readonly book: AcquirerStore
  readonly cards: CardSeal
  readonly lines: Lines
  readonly observe: Observe
  readonly watch: Watch
}

/** Counts messages that no call to the connector requests. */
export type Observe = <Answer>(
  account: ProviderAccount,
  operation: 'follow_up' | 'reversal',
  ask: () => Promise<Answer>,
) => Promise<Answer>

/** Sends a message and waits, at most for the account's timeout. @throws NotSent, Unanswered, Unwritable */
export async function exchange(
  { lines }: Acquirer,
  call: Access & Partial<Call>,
  build: () => readonly [Settings, Message],
): Promise<Fields> {
  const [settings, message] = written(build)
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(settings.answer_seconds * 1000)])
  const note = { request: message.type, requestFields: namedOf(message.fields), httpStatus: null }
  const requestId = message.fields[37] ?? null
  try {
    const { fields } = await lines.exchange(call, settings, message, signal)
    call.noteExchange?.({ ...note, requestId, answerFields: namedOf(fields) })
    if (fields[39] === undefined) throw new Unanswered('The answer has no response code.')
    return fields
  } catch (error) {
    if (error instanceof Unanswered) call.noteExchange?.({ ...note, requestId, answerFields: {} })
    throw error
  }
}

/** Builds a message. @throws Unwritable for any error in that */
function written<Built>(build: () => Built): Built {
  try {
    return build()
  } catch (error) {
    throw new Unwritable(error)
  }
}

/** Postpones an unsent message, reports an unencodable one. @param postpone takes seconds @throws all other errors */
export async function putOff(
  { watch }: Acquirer,
  { account: { providerAccountId } }: Access,
  operation: 'follow_up' | 'reversal',
  error: unknown,
  postpone: (seconds: number) => Promise<void>,
): Promise<void> {
  if (error instanceof Unanswered) return
  if (!(error instanceof NotSent)) throw error
  if (error instanceof Unwritable) watch.unwritten(providerAccountId, operation, error.message)
  await postpone(error instanceof Unwritable ? UNWRITTEN_SECONDS : LINE_IS_DOWN_SECONDS)
}

/** True for an error of the line, false for a bug. */
export function isLineFault(error: unknown): error is NotSent | Unanswered {
  return error instanceof NotSent || error instanceof Unanswered
}

const POLL_MS = 40

/** Waits briefly for a record of another call or process. @throws UnknownOutcome at the timeout */
export function awaitOthers({ signal }: Access): Promise<void> {
  return pause(POLL_MS, signal, 'There was no time left to wait for the acquirer.')
}

/** Request after its answer, or after its timeout: then its reversal is stored. */
export async function settled(
  { book }: Acquirer,
  access: Access,
  attempt: { readonly merchantId: string; readonly attemptId: string },
): Promise<StoredRequest | undefined> {
  for (;;) {
    const request = await book.find(attempt)
    if (request?.state !== 'SENT') return request
    if (request.isOverdue) await book.requestReversal(attempt, '68')
    else await awaitOthers(access)
  }
}
