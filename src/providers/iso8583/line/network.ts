import type { Message } from '../codec/message.ts'
import { answerTypeOf, isAnswer } from './response-matching.ts'

/** Network management, data element 70. */
export const SIGN_ON = '001'
export const SIGN_OFF = '002'
export const ECHO = '301'

/** Trace number and time: together unique on a terminal. */
export interface Trace {
  /** Data element 11. */
  readonly stan: string
  /** Data element 7: MMDDhhmmss, UTC. */
  readonly transmitted: string
}

export function networkRequest({ stan, transmitted }: Trace, code: string): Message {
  return { type: '0800', fields: { 7: transmitted, 11: stan, 70: code } }
}

/** A request, an advice, or a repeat of either: 0800, 0801, 0820, 0821. */
export function isNetworkRequest({ type }: Message): boolean {
  return type.startsWith('08') && !isAnswer(type)
}

/** Codes of network management that exchange keys, from 101 to 199. */
const OF_KEYS = /^1/
const DONE = '00'
const NOT_SUPPORTED = '40'

/** Answers a host's sign-on, sign-off, echo or cutover. */
export function networkAnswer({ type, fields }: Message): Message {
  const code = OF_KEYS.test(fields[70] ?? '') ? NOT_SUPPORTED : DONE
  return { type: answerTypeOf(type), fields: { ...fields, 39: code } }
}
