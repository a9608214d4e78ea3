import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { listActiveWalletKeys } from '#store/keys/wallet-keys.ts'
import { encryptField } from '#test/card-encryption.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { CHALLENGE, finish, toChallenge } from './card-flows.ts'
import { heard, type Stage } from './stage.ts'

/** `network-token` and `walleta-pay`, with a cryptogram and, through 3-D Secure, without one. */
export async function payWithTokens(stage: Stage): Promise<void> {
  await Promise.all([payWithNetworkTokens(stage), payWithWalletTokens(stage)])
}

async function payWithNetworkTokens(stage: Stage): Promise<void> {
  await pay(stage, networkToken(stage))
  await pay(stage, networkToken(stage), { response_code: 'TRX_STATUS_DECLINED' })
  await pay(stage, networkToken(stage), { simulate_fault: 'connection_reset' })
  await pay(stage, { ...networkToken(stage), eci: '09' })
  await pay(stage, { ...networkToken(stage), source: 'unknown' })
  const { encrypted_cryptogram: _, eci: __, ...panOnly } = networkToken(stage)
  await finish(stage, await toChallenge(stage, pay(stage, panOnly, CHALLENGE)))
}

/** `payment_method.data` of a network token whose number and cryptogram are planted. */
export function networkToken({ merchant, cards, secrets }: Stage) {
  const cryptogram = randomBytes(20).toString('base64')
  secrets.plant('cryptogram', cryptogram)
  const encrypt = (text: string) => encryptField(merchant.publicKey, text)
  return {
    encrypted_token_number: encrypt(cards.next().number),
    encrypted_expiration_month: encrypt('12'),
    encrypted_expiration_year: encrypt(String(new Date().getUTCFullYear() + 2)),
    encrypted_cryptogram: encrypt(cryptogram),
    eci: '05',
  }
}

async function payWithWalletTokens(stage: Stage): Promise<void> {
  const paid = await walletToken(stage, 'CRYPTOGRAM_3DS')
  await payByWallet(stage, paid)
  await payByWallet(stage, paid)
  await payByWallet(stage, await walletToken(stage, 'CRYPTOGRAM_3DS'), { response_code: 'RISK_FAILED_FRAUD' })
  await payByWallet(stage, await walletToken(stage, 'CRYPTOGRAM_3DS'), { simulate_fault: 'garbage_answer' })
  const altered = await walletToken(stage, 'CRYPTOGRAM_3DS')
  await payByWallet(stage, `${altered.slice(0, 200)}A${altered.slice(201)}`)
  await payByWallet(stage, Buffer.from(altered, 'base64').toString())
  const panOnly = await walletToken(stage, 'PAN_ONLY')
  await finish(stage, await toChallenge(stage, payByWallet(stage, panOnly, CHALLENGE)))
}

/** A token of the simulated wallet, planted with all that is in it. */
export async function walletToken(stage: Stage, auth_method: 'PAN_ONLY' | 'CRYPTOGRAM_3DS'): Promise<string> {
  const { merchant, cards, secrets, vault, sql } = stage
  const { number } = cards.next('mastercard')
  const asked = { auth_method, card_number: number }
  const { body } = await merchant.call('POST', '/api/simulators/walleta-tokens', { body: asked })
  const token: string = body.walleta_pay_token
  secrets.plantToken(token)
  const recipients = { recipientId: 'gateway:tollgate', ownRecipients: [] }
  const terms = { merchantId: merchant.merchantId, ...recipients, now: new Date(), today: new Date() }
  const trusted = { roots: [vault.walletTokens.simulated.root()], keys: await listActiveWalletKeys(sql) }
  const { card, cryptogram } = vault.walletTokens.open(token, { ...terms, ...trusted })
  expect(card.number.reveal()).toBe(number)
  if (cryptogram) secrets.plant('cryptogram', cryptogram.value.reveal())
  return token
}

/** @returns the envelope */
async function payByWallet(stage: Stage, walleta_pay_token: string, metadata: object = {}) {
  const payment_method = { type: 'walleta-pay', data: { walleta_pay_token } }
  const order = { payment_method, metadata: { ...NOT_ENROLLED, ...metadata } }
  return (await heard(stage, stage.merchant.authorize(order))).body
}

async function pay(stage: Stage, data: object, metadata: object = {}) {
  const order = { payment_method: { type: 'network-token', data }, metadata: { ...NOT_ENROLLED, ...metadata } }
  return (await heard(stage, stage.merchant.authorize(order))).body
}
