import { expect } from 'vitest'
import { encryptField } from '#test/card-encryption.ts'
import { eventually } from '#test/eventually.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { SAVE, savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { CHALLENGE, toChallenge } from './card-flows.ts'
import { SECURITY_CODES } from './planted-cards.ts'
import { everythingEnds, PROVIDER_TIMEOUT_SECONDS, payByCard, type Stage } from './stage.ts'
import { networkToken, walletToken } from './token-flows.ts'

const AUTHORIZE = '/api/transactions/authorize'
const KINDS_OF_CARDS = 6
/** The provider has recorded the charge and does not say so yet. */
const SLOW = { ...NOT_ENROLLED, simulate_delay_ms: PROVIDER_TIMEOUT_SECONDS * 1000 - 100 }

/** Kills first our processes and then the database during payments with every kind of card. */
export async function crash(stage: Stage, storedCard: string): Promise<void> {
  const unanswered = await dieWhilePaying(stage, storedCard, () => stage.gateway.killServants())
  expect(unanswered).toBe(KINDS_OF_CARDS)
  await everythingEnds(stage)
  await dieWhilePaying(stage, storedCard, () => stage.gateway.killDatabase())
  await everythingEnds(stage)
}

/** @returns the number of payments left without an answer */
async function dieWhilePaying(stage: Stage, storedCard: string, kill: () => unknown): Promise<number> {
  await toChallenge(stage, payByCard(stage, CHALLENGE))
  const orders = await slowOrders(stage, storedCard)
  const answers = orders.map((order) => stage.merchant.call('POST', AUTHORIZE, { body: order }).catch(() => undefined))
  await areUnderWay(stage, orders)
  await kill()
  const heard = await Promise.all(answers)
  stage.answers.push(...heard.map((answer) => answer?.text ?? ''))
  await comesBack(stage)
  return heard.filter((answer) => answer === undefined).length
}

type Order = Record<string, unknown>

async function slowOrders(stage: Stage, storedCard: string): Promise<Order[]> {
  const { merchant, cards } = stage
  const code = { encrypted_cvv: encryptField(merchant.publicKey, SECURITY_CODES[1]!) }
  const walleta_pay_token = await walletToken(stage, 'CRYPTOGRAM_3DS')
  const payments = [
    { changes: {}, card: cards.next() },
    { changes: SAVE, card: cards.next() },
    { changes: savedCard(storedCard) },
    { changes: savedCard(storedCard, code) },
    { changes: { payment_method: { type: 'network-token', data: networkToken(stage) } } },
    { changes: { payment_method: { type: 'walleta-pay', data: { walleta_pay_token } } } },
  ]
  return payments.map(({ changes, card }) => merchant.order({ metadata: SLOW, ...changes }, card))
}

async function areUnderWay({ sql, merchant }: Stage, orders: readonly Order[]): Promise<void> {
  const references = orders.map(({ reference }) => reference as string)
  await eventually('every charge in the ledger', 30, async () => {
    const rows = await sql`
      select 1 from simulator.charges where merchant_id = ${merchant.merchantId} and reference = any(${references})`
    return rows.length === orders.length
  })
}

async function comesBack({ merchant }: Stage): Promise<void> {
  await eventually('the gateway to be back', 40, async () => {
    const { status } = await merchant.authorize().catch(() => ({ status: 0 }))
    return status === 200
  })
}
