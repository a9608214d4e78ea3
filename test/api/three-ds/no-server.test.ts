import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveApi } from '#app/api-process.ts'
import { readConfig } from '#app/config.ts'
import { openGateway } from '#app/open-gateway.ts'
import { encryptField, GOOD_CARD } from '#test/card-encryption.ts'
import { freshDatabase } from '#test/database.ts'
import { freePort } from '#test/ports.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { chargesOf } from './shopper.ts'

/** As in production without a 3-D Secure server. */
let merchant: TestMerchant
let close: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase()
  const masterKey = randomBytes(32).toString('base64')
  const own = { PORT: String(await freePort()), SHOP_PORT: 'off', DATABASE_URL: database.url, LOG_LEVEL: 'fatal' }
  const config = { ...readConfig({ ...own, MASTER_KEY: masterKey }), databaseUrl: database.url }
  const open = await openGateway(config, 'test', 4)
  const api = await serveApi({ ...open, gateway: { ...open.gateway, threeDs: null } }, config)
  merchant = await createTestMerchant(open.gateway)
  close = async () => {
    await api.close()
    await database.drop()
  }
})

afterAll(() => close())

const networkToken = (metadata: object) => ({
  metadata,
  payment_method: {
    type: 'network-token',
    data: {
      encrypted_token_number: encryptField(merchant.publicKey, GOOD_CARD.number),
      encrypted_expiration_month: encryptField(merchant.publicKey, GOOD_CARD.expirationMonth),
      encrypted_expiration_year: encryptField(merchant.publicKey, GOOD_CARD.expirationYear),
      encrypted_cryptogram: encryptField(merchant.publicKey, 'AgAAAAAABk4DWZ4C28yUQAAAAAA='),
      eci: '05',
    },
  },
})

it('a card is rejected with 2015: it cannot be authenticated', async () => {
  const { status, body } = await merchant.authorize()
  expect(status).toBe(200)
  expect(body.result).toMatchObject({
    status: 'INVALID',
    processing_code: '2015',
    errors: [{ property: 'terminal_id', message: expect.stringContaining('3-D Secure server') }],
  })
  expect(await chargesOf(merchant, body.result.id)).toEqual([])
})

it('a network token that proves who pays is charged', async () => {
  expect((await merchant.authorize(networkToken({}))).body.result.status).toBe('APPROVED')
})

it('an issuer that asks for an authentication nonetheless keeps to its decline', async () => {
  const { body } = await merchant.authorize(networkToken({ simulate_soft_decline: '1' }))
  expect(body.result).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
})
