import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { insertEncryptionKey, listDecryptionKeys, retireOlderKeys } from './encryption-keys.ts'

let database: FreshDatabase

beforeAll(async () => {
  database = await freshDatabase()
  await database.sql`
    insert into merchants (merchant_id, name, client_key) values ('mer_1', 'One', 'ck_1'), ('mer_2', 'Two', 'ck_2')`
})
afterAll(() => database.drop())

const insert = (merchantId: string, keyId: string) =>
  insertEncryptionKey(database.sql, {
    keyId,
    merchantId,
    publicKey: `public ${keyId}`,
    sealedPrivateKey: Buffer.from(`sealed ${keyId}`),
  })

const idsOf = async (merchantId: string) =>
  (await listDecryptionKeys(database.sql, merchantId)).map(({ keyId }) => keyId)

describe('encryption keys', () => {
  it('come back as they were stored, newest first and the merchant’s own only', async () => {
    for (const keyId of ['key_b', 'key_a']) await insert('mer_1', keyId)
    await insert('mer_2', 'key_c')
    expect(await idsOf('mer_1')).toEqual(['key_a', 'key_b'])
    const [stored] = await listDecryptionKeys(database.sql, 'mer_2')
    expect(stored).toEqual({
      keyId: 'key_c',
      merchantId: 'mer_2',
      publicKey: 'public key_c',
      sealedPrivateKey: Buffer.from('sealed key_c'),
    })
  })

  it('keep decrypting for the grace period after a rotation, and the newest one indefinitely', async () => {
    await retireOlderKeys(database.sql, 'mer_1', 3600)
    expect(await idsOf('mer_1')).toEqual(['key_a', 'key_b'])
    await insert('mer_1', 'key_d')
    await retireOlderKeys(database.sql, 'mer_1', 0)
    expect(await idsOf('mer_1')).toEqual(['key_d', 'key_b'])
    expect(await idsOf('mer_2')).toEqual(['key_c'])
  })

  it('keep their order when two rotations waited for each other', async () => {
    await database.sql.begin(async (late) => {
      await late`select now()`
      await insert('mer_2', 'key_e')
      await insertEncryptionKey(late, {
        keyId: 'key_f',
        merchantId: 'mer_2',
        publicKey: '',
        sealedPrivateKey: Buffer.of(),
      })
    })
    expect(await idsOf('mer_2')).toEqual(['key_f', 'key_e', 'key_c'])
  })
})
