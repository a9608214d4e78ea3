import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { changeMerchant } from '#flows/admin/merchants.ts'
import { createWalletKey, importWalletKey } from '#flows/admin/wallet-keys.ts'
import { type RunningGateway, startOwnGateway, useGateway } from '#test/running-gateway.ts'
import { BROWSER_INFO, type TestMerchant } from '#test/test-merchant.ts'
import { readVectors } from '#test/vectors.ts'
import { FIELD, forgedFor, pay, refusedFields, withProof } from './wallet.ts'

let app: RunningGateway
let merchant: TestMerchant
let recipient: string
beforeAll(async () => {
  app = await useGateway()
  recipient = newRecipient()
  merchant = await app.newMerchant({ merchant: { walletRecipients: [newRecipient(), recipient] } })
})
afterAll(() => app.close())

const newRecipient = () => `merchant:${randomBytes(8).toString('hex')}`

/** A token signed for a recipient, as of the wallet's `DIRECT`; any part may be other than it should be. */
async function direct(message: object = {}, recipientId = recipient, publicKey?: string): Promise<string> {
  const { wallet_public_keys: keys } = (await merchant.call('GET', '/api/keys')).body
  const wallet = app.gateway.vault.walletTokens.simulated
  const own = { gatewayMerchantId: undefined, ...message }
  return forgedFor(merchant, publicKey ?? keys[0], { wallet, recipientId, message: own })
}

const approved = expect.objectContaining({ result: expect.objectContaining({ status: 'APPROVED' }) })

describe('a token signed for a recipient of the merchant', () => {
  it('pays without the ID of the merchant, with it too, and not with another’s', async () => {
    expect((await pay(merchant, await direct())).body).toEqual(approved)
    expect((await pay(merchant, await direct({ gatewayMerchantId: merchant.merchantId }))).body).toEqual(approved)
    for (const gatewayMerchantId of [app.merchant.merchantId, '', null]) {
      expect(refusedFields(await pay(merchant, await direct({ gatewayMerchantId })))).toEqual([FIELD])
    }
  })

  it('opens with any active wallet key', async () => {
    const { publicKey: older } = await createWalletKey(app.gateway, 'test')
    const { publicKey: newer } = await createWalletKey(app.gateway, 'test')
    for (const key of [older, newer])
      expect((await pay(merchant, await direct({}, recipient, key))).body).toEqual(approved)
    const stranger = app.gateway.vault.walletTokens.createKey().publicKey
    expect(refusedFields(await pay(merchant, await direct({}, recipient, stranger)))).toEqual([FIELD])
  })

  it('pays for no other merchant, and for no recipient that is not listed', async () => {
    const token = await direct()
    const other = await app.newMerchant({ merchant: { walletRecipients: [newRecipient()] } })
    for (const stranger of [app.merchant, other]) expect(refusedFields(await pay(stranger, token))).toEqual([FIELD])
    expect((await pay(merchant, token)).body).toEqual(approved)
    expect(refusedFields(await pay(merchant, await direct({}, `${recipient}0`)))).toEqual([FIELD])
    expect(refusedFields(await pay(merchant, await direct({}, 'gateway:tollgate')))).toEqual([FIELD])
  })

  it('is good on every process from the answer that lists its recipient, until the one that removes it', async () => {
    const second = await app.secondApi()
    const mover = await app.newMerchant()
    const set = (walletRecipients: string[]) =>
      changeMerchant(app.gateway, 'test', mover.merchantId, { walletRecipients })
    const own = newRecipient()
    const payAt = async (at: string) => pay(mover, await direct({}, own), {}, at)
    for (let round = 0; round < 3; round++) {
      for (const at of [app.baseUrl, second]) expect(refusedFields(await payAt(at))).toEqual([FIELD])
      await set([own])
      for (const at of [app.baseUrl, second]) expect((await payAt(at)).body).toEqual(approved)
      await set([])
    }
  })
})

describe('such a token pays once', () => {
  it('also where its recipient has moved to another merchant since', async () => {
    const moved = newRecipient()
    const first = await app.newMerchant({ merchant: { walletRecipients: [moved] } })
    const token = await direct({}, moved)
    expect((await pay(first, token)).body).toEqual(approved)
    await changeMerchant(app.gateway, 'test', first.merchantId, { walletRecipients: [] })
    const next = await app.newMerchant({ merchant: { walletRecipients: [moved] } })
    expect(refusedFields(await pay(next, token))).toEqual([FIELD])
    expect((await pay(next, await direct({}, moved))).body).toEqual(approved)
  })

  it('of 8 parallel orders on two processes', async () => {
    const second = await app.secondApi()
    const token = await direct()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) => pay(merchant, token, {}, place % 2 === 0 ? undefined : second)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
  })
})

describe('the simulated wallet', () => {
  it('makes a token for a recipient of the caller, and for no other', async () => {
    const token = await withProof(merchant, { recipient })
    expect((await pay(merchant, token)).body).toEqual(approved)
    const body = { auth_method: 'PAN_ONLY', recipient }
    const other = await app.merchant.call('POST', '/api/simulators/walleta-tokens', { body })
    expect(refusedFields(other)).toEqual(['recipient'])
  })
})

interface Published {
  readonly rootKeySets: Readonly<Record<string, object>>
  readonly tests: readonly {
    readonly id: string
    readonly recipientId: string
    readonly rootKeys: string
    readonly recipientPrivateKeys: readonly string[]
    readonly nowMs: number
    readonly token: object
  }[]
}

describe('a token that Google issued for a merchant', () => {
  it('pays once, for the merchant that lists its recipient', async () => {
    const { rootKeySets, tests } = readVectors('google-pay-token.json') as Published
    const { recipientId, rootKeys, recipientPrivateKeys, nowMs, token } = tests.find(
      ({ id }) => id === 'moov-ecv2-card',
    )!
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-roots-'))
    const path = join(folder, 'roots.json')
    await writeFile(path, JSON.stringify(rootKeySets[rootKeys]))
    const own = await startOwnGateway({ WALLETA_ROOT_KEYS: path })
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
    try {
      await importWalletKey(own.gateway, 'test', new Secret(pemOf(recipientPrivateKeys[0]!)))
      const text = Buffer.from(JSON.stringify(token)).toString('base64')
      const payBy = (who: TestMerchant) => pay(who, text, { browser_info: BROWSER_INFO })
      expect(refusedFields(await payBy(await own.newMerchant()))).toEqual([FIELD])
      const listed = await own.newMerchant({ merchant: { walletRecipients: [recipientId] } })
      expect((await payBy(listed)).body).toEqual(approved)
      expect(refusedFields(await payBy(listed))).toEqual([FIELD])
    } finally {
      vi.useRealTimers()
      await own.close()
      await rm(folder, { recursive: true })
    }
  })
})

function pemOf(text: string): string {
  return text.startsWith('-----') ? text : `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`
}
