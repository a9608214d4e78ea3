import type { BareWork } from './baseline-server/work.ts'
import { challengeFlow } from './challenge-flow.ts'
import type { Demo } from './gateway-process.ts'
import { CARD_LIMIT, CVV_LIMIT, commitLimit, FIELDS_PER_CARD, type Limit, WALLET_LIMIT } from './limits.ts'
import { encryptCards, inTurn, type Merchant } from './merchant.ts'
import { issueWalletTokens, pay, saveCard, withCvv } from './payments.ts'

export const CARDS = 512
const SAVED_CARDS = 64
/** Before the provider is called, the simulated provider's record, and the answer. */
const COMMITS = 3

/** Parts of a run, chosen with `--only`. */
export const SECTIONS = ['share', 'half', 'cost'] as const
export type Section = (typeof SECTIONS)[number]

export interface Kind {
  readonly name: string
  readonly sections: readonly Section[]
  readonly limit: Limit | null
  /** Work of the bare server to compare with at half load. */
  readonly bareWork: BareWork | null
  /** Creates what this number of payments needs. */
  prepare?(payments: number): Promise<void>
  pay(): Promise<unknown>
}

/** @param url of the gateway's database @param connections payments in flight */
export async function openKinds(demo: Demo, merchant: Merchant, url: string, connections: number): Promise<Kind[]> {
  const nextCard = encryptCards(demo, CARDS)
  const payCard = () => pay(merchant, { type: 'card', data: nextCard() })
  const made = await payCard()
  const saved = await Promise.all(Array.from({ length: SAVED_CARDS }, () => saveCard(merchant, nextCard())))
  const [nextSaved, nextWithCvv] = [inTurn(saved), inTurn(withCvv(demo, saved))]
  const commits = commitLimit({ url, merchantId: made.merchant_id, transactionId: made.id }, connections)
  return [
    {
      name: 'Card',
      sections: ['share', 'half', 'cost'],
      limit: CARD_LIMIT,
      bareWork: { decryptions: FIELDS_PER_CARD, commits: COMMITS },
      pay: payCard,
    },
    {
      name: 'Whole challenge flow',
      sections: ['cost'],
      limit: null,
      bareWork: null,
      pay: () => challengeFlow(merchant, nextCard()),
    },
    {
      name: 'Saved card with CVV',
      sections: ['share'],
      limit: CVV_LIMIT,
      bareWork: null,
      pay: () => pay(merchant, nextWithCvv()),
    },
    {
      name: 'Saved card',
      sections: ['share', 'half', 'cost'],
      limit: commits,
      bareWork: { decryptions: 0, commits: COMMITS },
      pay: () => pay(merchant, nextSaved()),
    },
    walletKind(merchant, connections),
  ]
}

/** A token pays once, so all of a load are made before it begins. */
function walletKind(merchant: Merchant, connections: number): Kind {
  let tokens: Awaited<ReturnType<typeof issueWalletTokens>> = []
  return {
    name: 'Wallet token',
    sections: ['share'],
    limit: WALLET_LIMIT,
    bareWork: null,
    prepare: async (payments) => {
      tokens = await issueWalletTokens(merchant, payments, connections)
    },
    pay: async () => {
      const token = tokens.pop()
      if (!token) throw new Error('There were too few wallet tokens; the bench has to make more of them.')
      return await pay(merchant, token)
    },
  }
}
