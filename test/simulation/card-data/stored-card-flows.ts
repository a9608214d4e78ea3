import { expect } from 'vitest'
import { encryptField } from '#test/card-encryption.ts'
import { eventually } from '#test/eventually.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { newCustomer, SAVE, savedCard } from '../../api/saved-cards/saved-card-support.ts'
import { CHALLENGE, finish, type KeptPaymentData, keep, toChallenge } from './card-flows.ts'
import { SECURITY_CODES } from './planted-cards.ts'
import { heard, payByCard, type Stage } from './stage.ts'

/** State of the cards in the vault. */
export interface StoredCards {
  /** Of the card that is still there. */
  readonly token: string
  /** Of a payment with it and its security code. */
  readonly kept: KeptPaymentData
  /** Ciphertexts of cards that are there no longer, or under another key. */
  readonly gone: readonly Uint8Array[]
}

/** Cards are saved, paid with, moved to new keys and erased; saving also fails in every way. */
export async function saveAndPay(stage: Stage): Promise<StoredCards> {
  const customer = { customer: { id: await newCustomer(stage.merchant) } }
  await Promise.all([
    payByCard(stage, { response_code: 'TRX_STATUS_DECLINED' }, SAVE),
    payByCard(stage, {}, { ...SAVE, customer: { id: 'nobody' } }),
    // Left uncompleted, so that it expires.
    toChallenge(stage, payByCard(stage, CHALLENGE, { ...SAVE, ...customer })),
  ])
  const [token, lone, owned] = [await save(stage), await save(stage), await save(stage, customer)]
  const kept = await payInEveryWay(stage, token)
  await heard(stage, stage.merchant.call('GET', `/api/customers/${customer.customer.id}/payment-methods`))
  await heard(stage, stage.merchant.call('GET', `/api/payment-methods/${token}`))
  const before = await sealedCards(stage, [token, lone, owned])
  await rotateKeys(stage)
  const after = await sealedCards(stage, [lone, owned])
  await heard(stage, stage.merchant.call('DELETE', `/api/payment-methods/${lone}`))
  await heard(stage, stage.merchant.call('DELETE', `/api/customers/${customer.customer.id}`))
  expect((await pay(stage, owned)).status).toBe('INVALID')
  return { token, kept, gone: [...before, ...after] }
}

async function save(stage: Stage, changes: object = {}): Promise<string> {
  const { result } = await payByCard(stage, {}, { ...SAVE, ...changes })
  return result.payment_method.token
}

async function payInEveryWay(stage: Stage, token: string): Promise<KeptPaymentData> {
  const code = () => ({ encrypted_cvv: encryptField(stage.merchant.publicKey, SECURITY_CODES[0]!) })
  await pay(stage, token)
  await pay(stage, token, code(), { response_code: 'TRX_STATUS_DECLINED' })
  await pay(stage, token, code(), { simulate_fault: 'garbage_answer' })
  await pay(stage, token, { encrypted_cvv: encryptField(stage.merchant.publicKey, `${SECURITY_CODES[0]}9`) })
  await finish(stage, await toChallenge(stage, pay(stage, token, {}, CHALLENGE)))
  const challenge = await toChallenge(stage, pay(stage, token, code(), CHALLENGE))
  const kept = await keep(stage, challenge)
  await finish(stage, challenge)
  return kept
}

/** Pays with a stored card. @returns the envelope */
async function pay(stage: Stage, token: string, data: Record<string, unknown> = {}, metadata: object = {}) {
  const order = { ...savedCard(token, data), metadata: { ...NOT_ENROLLED, ...metadata } }
  return (await heard(stage, stage.merchant.authorize(order))).body
}

async function rotateKeys(stage: Stage): Promise<void> {
  await heard(stage, stage.operator.call('POST', '/admin/keys/rotate'))
  await eventually('the rotation to end', 30, async () => {
    const { body } = await heard(stage, stage.operator.call('GET', '/admin/keys'))
    return body.rotation.completed_at !== null && body.cards_to_move === 0 && body.data_keys.retired === 0
  })
}

async function sealedCards({ sql, merchant }: Stage, tokens: readonly string[]): Promise<Uint8Array[]> {
  const rows = await sql<{ sealed_card: Uint8Array }[]>`
    select sealed_card from payment_methods where merchant_id = ${merchant.merchantId} and token = any(${tokens})`
  expect(rows).toHaveLength(tokens.length)
  return rows.map((row) => row.sealed_card)
}
