import type { Message } from '../codec/message.ts'

/** Network management, data element 70. */
export const SIGN_ON = '001'
export const SIGN_OFF = '002'
export const ECHO = '301'

/** A trace number and the time that belongs to it: together they are unique on a terminal. */
export interface Trace {
  /** Data element 11. */
  readonly stan: string
  /** Data element 7: MMDDhhmmss, UTC. */
  readonly transmitted: string
}

export function networkRequest({ stan, transmitted }: Trace, code: string): Message {
  return { type: '0800', fields: { 7: transmitted, 11: stan, 70: code } }
}

/** Our answer to a host that asks whether we are there. */
export function networkAnswer({ fields }: Message): Message {
  return { type: '0810', fields: { ...fields, 39: '00' } }
}
