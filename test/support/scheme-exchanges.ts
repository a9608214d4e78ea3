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

const vectors = readVectors('emv-3ds-scheme-tests.json') as { cases: readonly Exchange[] } | undefined

/** True if the exchanges lie beside the project; without them nothing is replayed. */
export const hasExchanges = vectors !== undefined

/** All 74. */
export const EXCHANGES = vectors?.cases ?? []

/** Those with an answer, and of these the ones that went through a challenge. */
export const ANSWERED = EXCHANGES.filter(({ messages }) => messages.areq && messages.ares)
export const CHALLENGED = ANSWERED.filter(({ messages }) => messages.rreq)

/** What the answer has to answer. */
export function askedIn({ scheme, messages: { areq } }: Exchange): Asked {
  return {
    threeDSServerTransID: String(areq!.threeDSServerTransID),
    messageVersion: String(areq!.messageVersion),
    messageCategory: String(areq!.messageCategory),
    brand: brandOf({ visa: '4', mastercard: '51' }[scheme ?? ''] ?? ''),
  }
}
