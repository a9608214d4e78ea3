import { setTimeout as sleep } from 'node:timers/promises'
import type { Fields, Message } from './codec/message.ts'
import { NotSent, Unanswered } from './line/errors.ts'
import type { HandOver, HeldLine, LineStore, NewHandOver, SealedInbox } from './line-store.ts'

/** Interval of polling: short at first, because most answers arrive soon. */
const FIRST_LOOK_MS = 10
const LONGEST_LOOK_MS = 100

/** Sealing context, so that a message opens for no other line. */
function contextOf({ providerAccountId, lease }: HeldLine): string {
  return `line of ${providerAccountId}, lease ${lease}`
}

/** Seals a message for the owner of a line: it has card and security code, so only the owner may read it. */
export function sealMessage(post: SealedInbox, ownerKey: Uint8Array, line: HeldLine, message: Message): Uint8Array {
  return post.sealTo(ownerKey, Buffer.from(JSON.stringify([message.type, message.fields])), contextOf(line))
}

export function openMessage(post: SealedInbox, line: HeldLine, sealed: Uint8Array): Message {
  const text = Buffer.from(post.open(sealed, contextOf(line))).toString()
  const [type, fields] = JSON.parse(text) as [string, Fields]
  return { type, fields }
}

/**
 * Lets the owner of a line send a message, and waits. @throws NotSent if never sent, Unanswered for an unknown outcome
 * @returns null if the owner is gone or has another line, and has not sent it
 */
export async function sendThroughOwner(
  book: LineStore,
  handOver: NewHandOver,
  signal: AbortSignal,
): Promise<Message | null> {
  const number = await book.handOver(handOver)
  await isOver(book, number, signal)
  // The withdrawal decides atomically between us and the owner.
  const end = await book.withdraw(number)
  if (end?.state === 'NEW' && signal.aborted)
    throw new NotSent('The process that has the line did not take it in time.')
  return end?.state === 'NEW' || end?.state === 'RETURNED' ? null : answerIn(end)
}

function answerIn(end: HandOver | undefined): Message {
  if (end?.state === 'ANSWERED') return { type: end.type ?? '', fields: end.fields ?? {} }
  if (end?.state === 'UNSENT') throw new NotSent(end.why ?? '')
  throw new Unanswered(end?.why ?? 'The process that has the line gave no answer.')
}

/** Waits for the end of a message, the loss of its owner, or the timeout. */
async function isOver(book: LineStore, number: bigint, signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_LOOK_MS; !signal.aborted; wait = Math.min(wait * 1.3, LONGEST_LOOK_MS)) {
    await sleep(wait, undefined, { signal }).catch(() => undefined)
    const seen = await book.lookAt(number)
    const isUnderWay = seen?.isOwned && (seen.state === 'NEW' || seen.state === 'TAKEN')
    if (!isUnderWay) return
  }
}
