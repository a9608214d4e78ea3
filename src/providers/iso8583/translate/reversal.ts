import type { DueReversal } from '../acquirer-store.ts'
import type { Fields, Message } from '../codec/message.ts'
import type { Settings } from '../config.ts'
import { originalElementsOf } from './payment.ts'
import { localTimeOf, stanOf, transmittedOf } from './trace.ts'

/** First message and repeats, by the account's form of reversals. */
const TYPES: Readonly<Record<Settings['reversal_form'], readonly [first: string, repeat: string]>> = {
  request: ['0400', '0401'],
  advice: ['0420', '0421'],
}

/** Reversal: the original's elements with a separate trace number, equal in repeats, and the time of this try. */
export function reversalMessage(due: DueReversal, card: Fields, settings: Settings): Message {
  const { reversal, at, fields } = due
  const [first, repeat] = TYPES[settings.reversal_form]
  const times = { 7: transmittedOf(at), 11: stanOf(reversal.stan), ...localTimeOf(at, settings.time_zone) }
  const original = { 39: reversal.reason, 90: originalElementsOf(due) }
  return { type: reversal.tries > 1 ? repeat : first, fields: { ...fields, ...card, ...times, ...original } }
}

export type ReversalEnd = 'confirmed' | 'unknown-original' | 'again' | 'refused'

const CONFIRMED = ['00', '08', '11', '21']
const UNKNOWN_ORIGINAL = ['25', '76']
const TECHNICAL = ['06', '09', '19', '22', '68', '90', '91', '92', '94', '96']

export function reversalEndOf(code: string | undefined): ReversalEnd {
  if (code === undefined || TECHNICAL.includes(code)) return 'again'
  if (CONFIRMED.includes(code)) return 'confirmed'
  return UNKNOWN_ORIGINAL.includes(code) ? 'unknown-original' : 'refused'
}
