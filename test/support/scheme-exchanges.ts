import { brandOf } from '#domain/brands.ts'
import type { Asked } from '#three-ds/authentication-response.ts'
import type { Message } from '#three-ds/message-fault.ts'
import { readVectors } from './vectors.ts'

type Name = 'areq' | 'ares' | 'creq' | 'cres' | 'rreq' | 'erro-ds' | 'preq' | 'pres' | 'pres-second'

/** One case of a network's own test suite: the messages in it, as they were on the wire. */
export interface Exchange {
  readonly id: string
  readonly scheme?: string
  readonly messages: { readonly [N in Name]?: Message }
}

/** All 74. */
export const EXCHANGES = (readVectors('emv-3ds-scheme-tests.json') as { cases: readonly Exchange[] }).cases

/** Those with an answer, and of these the ones that went through a challenge. */
export const ANSWERED = EXCHANGES.filter(({ messages }) => messages.areq && messages.ares)
export const CHALLENGED = ANSWERED.filter(({ messages }) => messages.rreq)

/** Returns the values of the request that its answer has to match. */
export function askedIn({ scheme, messages: { areq } }: Exchange): Asked {
  return {
    threeDSServerTransID: String(areq!.threeDSServerTransID),
    messageVersion: String(areq!.messageVersion),
    messageCategory: String(areq!.messageCategory),
    brand: brandOf({ visa: '4', mastercard: '51' }[scheme ?? ''] ?? ''),
  }
}
