import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/ids.ts'
import { newWebhookSecret, sealSecret } from '#events/webhook-secret.ts'
import { requestRotation } from '#flows/keys/request-rotation.ts'
import { replaceWrapped } from '#store/keys/wrapped-values.ts'
import { eventually } from '#test/eventually.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVault } from '#test/vault.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'
import { saveCard, savedCard } from '../saved-cards/saved-card-support.ts'

let app: AdminApp
let merchant: TestMerchant
beforeAll(async () => {
  app = await startAdminApp()
  merchant = app.merchant
})
afterAll(() => app.close())

const show = async () => (await app.operator('GET', '/admin/keys')).body
const rotate = async () => (await app.operator('POST', '/admin/keys/rotate')).body

/** @param kept cards that do not open, all of them under one key, which is kept for them */
function untilDone({ kept = 0 } = {}) {
  return eventually('the rotation to be complete and every card moved', 30, async () => {
    const keys = await show()
    const retired = kept === 0 ? 0 : 1
    return keys.rotation?.completed_at && keys.cards_to_move === kept && keys.data_keys.retired === retired && keys
  })
}

async function dataKeyOf(token: string): Promise<string> {
  const [row] = await app.database.sql`
    select data_key_id from payment_methods where merchant_id = ${merchant.merchantId} and token = ${token}`
  return row!.data_key_id
}

async function sealedCardOf(token: string): Promise<string> {
  const [row] = await app.database.sql`
    select encode(sealed_card, 'hex') as sealed from payment_methods
    where merchant_id = ${merchant.merchantId} and token = ${token}`
  return row!.sealed
}

describe('the keys', () => {
  it('are shown and rotated by operators only', async () => {
    for (const [method, path] of [
      ['GET', '/admin/keys'],
      ['POST', '/admin/keys/rotate'],
    ] as const) {
      expect((await merchant.call(method, path)).status).toBe(403)
      expect((await fetch(app.baseUrl + path, { method })).status).toBe(401)
    }
    expect(await show()).toMatchObject({ rotation: null })
  })

  it('are shown by fingerprint and number, never by value', async () => {
    const { masterKeyId } = app.gateway.vault
    const keys = await show()
    expect(keys).toEqual({
      master_key_id: masterKeyId,
      previous_master_key_id: null,
      rotation: null,
      under_another_key: Object.fromEntries(Object.keys(keys.under_another_key).map((kind) => [kind, 0])),
      data_keys: { in_use: expect.any(Number), retired: 0 },
      cards_to_move: 0,
    })
  })

  it('a rotation stands in the audit log, with the fingerprint of the key that everything goes under', async () => {
    const { rotation, master_key_id } = await rotate()
    expect(rotation).toMatchObject({ master_key_id, completed_at: null })
    const [entry] = (await app.operator('GET', '/admin/audit-log?limit=1')).body.items
    expect(entry).toMatchObject({
      actor: app.operatorId,
      action: 'keys.rotation-requested',
      subject: rotation.id,
      changes: { master_key_id },
    })
    expect((await untilDone()).rotation.id).toBe(rotation.id)
  })
})

describe('a stored card', () => {
  it('is encrypted again under a new data key, the old key is forgotten, and the card still pays', async () => {
    const token = await saveCard(merchant)
    const before = { key: await dataKeyOf(token), sealed: await sealedCardOf(token) }
    const { hash } = (await merchant.call('GET', `/api/payment-methods/${token}`)).body
    await rotate()
    await untilDone()
    expect(await dataKeyOf(token)).not.toBe(before.key)
    expect(await sealedCardOf(token)).not.toBe(before.sealed)
    const keys = await app.database.sql`select * from data_keys where key_id = ${before.key}`
    expect(keys).toEqual([])
    const { result } = (await merchant.authorize(savedCard(token))).body
    expect(result).toMatchObject({ status: 'APPROVED', payment_method: { hash } })
  })

  it('saved after a rotation goes under the new data key', async () => {
    const token = await saveCard(merchant)
    const before = await dataKeyOf(token)
    await rotate()
    await untilDone()
    expect(await dataKeyOf(await saveCard(merchant))).not.toBe(before)
  })

  it('that does not open stays where it is, and the others are moved', async () => {
    const [broken, good] = [await saveCard(merchant), await saveCard(merchant)]
    await app.database.sql`
      update payment_methods set sealed_card = set_byte(sealed_card, 19, 255 - get_byte(sealed_card, 19))
      where merchant_id = ${merchant.merchantId} and token = ${broken}`
    const [before, sealed] = [await dataKeyOf(broken), await sealedCardOf(broken)]
    await rotate()
    await untilDone({ kept: 1 })
    expect(await dataKeyOf(good)).not.toBe(before)
    expect(await dataKeyOf(broken)).toBe(before)
    expect(await sealedCardOf(broken)).toBe(sealed)
    expect((await merchant.call('DELETE', `/api/payment-methods/${broken}`)).status).toBe(204)
    expect(await untilDone()).toMatchObject({ cards_to_move: 0, data_keys: { retired: 0 } })
  })
})

describe('rotations at the same time', () => {
  it('asked for twice, and cards saved meanwhile, all end under one key in use', async () => {
    const saving = Array.from({ length: 6 }, () => saveCard(merchant))
    await Promise.all([rotate(), rotate(), requestRotation(app.gateway, 'test')])
    const tokens = await Promise.all([...saving, ...Array.from({ length: 6 }, () => saveCard(merchant))])
    await untilDone()
    const used = new Set(await Promise.all(tokens.map(dataKeyOf)))
    expect(used.size).toBe(1)
    for (const token of tokens) {
      expect((await merchant.authorize(savedCard(token))).body.result.status).toBe('APPROVED')
    }
  })
})

describe('a wrapped value', () => {
  it('that changed since it was read is never overwritten', async () => {
    const { id } = (await merchant.call('POST', '/api/webhook-endpoints', { body: { url: 'https://8.8.8.8/hook' } }))
      .body
    const sealedOf = async () => {
      const [row] = await app.database.sql`select * from webhook_endpoints where webhook_endpoint_id = ${id}`
      return row!.sealed_secret as Uint8Array
    }
    const read = await sealedOf()
    await merchant.call('POST', `/api/webhook-endpoints/${id}/rotate-secret`)
    const changed = await sealedOf()
    const fresh = sealSecret(app.gateway.vault, id, newWebhookSecret())
    await replaceWrapped(app.gateway.sql, 'webhookSecrets', [{ id: [id], sealed: read, fresh }])
    expect(await sealedOf()).toEqual(changed)
    await replaceWrapped(app.gateway.sql, 'webhookSecrets', [{ id: [id], sealed: changed, fresh }])
    expect(Buffer.from(await sealedOf())).toEqual(Buffer.from(fresh))
  })

  it('that opens under no key is left as it is and counted, and the rotation goes on to its end', async () => {
    const id = newId('whe')
    const foreign = sealSecret(newVault(), id, newWebhookSecret())
    await app.database.sql`
      insert into webhook_endpoints (webhook_endpoint_id, merchant_id, url, sealed_secret, status)
      values (${id}, ${merchant.merchantId}, 'https://8.8.8.8/hook', ${foreign}, 'DISABLED')`
    expect((await rotate()).under_another_key.webhook_secrets).toBe(1)
    expect((await untilDone()).under_another_key.webhook_secrets).toBe(1)
    const [row] = await app.database.sql`select * from webhook_endpoints where webhook_endpoint_id = ${id}`
    expect(Buffer.from(row!.sealed_secret)).toEqual(Buffer.from(foreign))
    await app.database.sql`delete from webhook_endpoints where webhook_endpoint_id = ${id}`
  })
})
