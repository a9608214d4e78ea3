import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCheck } from '#store/merchants/provider-account-checks.ts'
import { purgeOldCredentials } from '#store/merchants/provider-credentials.ts'
import { type AdminApp, INSTANT, refused, startAdminApp } from './admin-app.ts'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

const KEY = 'a key that nobody guesses'
const OTHER = 'another key that nobody guesses'
const SIGNED = { provider: 'card-simulator', name: 'Signed' }

const create = (body: object) =>
  app.operator('POST', `/admin/merchants/${app.merchant.merchantId}/provider-accounts`, body)

async function created(credentials: object = { webhook_secret: KEY }) {
  const { status, body } = await create({ ...SIGNED, credentials })
  expect(status).toBe(201)
  return body
}

const path = ({ provider_account_id }: { provider_account_id: string }) =>
  `/admin/provider-accounts/${provider_account_id}`

/** Of each credential whether there still is a value before the present one. */
async function countsBefore({ provider_account_id }: { provider_account_id: string }): Promise<boolean[]> {
  const rows = await app.database.sql`
    select sealed_previous from provider_credentials where provider_account_id = ${provider_account_id}`
  return rows.map(({ sealed_previous: previous }) => previous !== null)
}

describe('Credentials of a provider account', () => {
  it('are answered by fingerprint and date, never by value', async () => {
    const account = await created()
    const shown = {
      webhook_secret: {
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
        updated_at: expect.stringMatching(INSTANT),
      },
    }
    expect(account.credentials).toEqual(shown)
    const { body } = await app.operator('GET', path(account))
    expect(body.credentials).toEqual(account.credentials)
    const log = await app.operator('GET', `/admin/audit-log?merchant_id=${app.merchant.merchantId}`)
    expect(log.body.items[0].changes).toEqual({
      provider: 'card-simulator',
      name: 'Signed',
      credentials: ['webhook_secret'],
    })
    expect(JSON.stringify([account, body, log.body])).not.toContain(KEY)
  })

  it('rest sealed: the database does not hold their text', async () => {
    const account = await created()
    const [row] = await app.database.sql`
      select encode(sealed_value, 'escape') as sealed, fingerprint from provider_credentials
      where provider_account_id = ${account.provider_account_id}`
    expect(row!.sealed).not.toContain(KEY)
    expect(row!.fingerprint).toBe(account.credentials.webhook_secret.fingerprint)
  })

  it('of the same value have different fingerprints in different accounts', async () => {
    const [one, other] = [await created(), await created()]
    expect(one.credentials.webhook_secret.fingerprint).not.toBe(other.credentials.webhook_secret.fingerprint)
  })

  it('are replaced one by one; the same value again, with a line end too, changes nothing', async () => {
    const account = await created()
    const before = account.credentials.webhook_secret
    const same = await app.operator('PATCH', path(account), { credentials: { webhook_secret: ` ${KEY}\r\n` } })
    expect(same.body.credentials.webhook_secret).toEqual(before)
    const changed = await app.operator('PATCH', path(account), { credentials: { webhook_secret: OTHER } })
    expect(changed.body.credentials.webhook_secret.fingerprint).not.toBe(before.fingerprint)
    const untouched = await app.operator('PATCH', path(account), { name: 'Renamed' })
    expect(untouched.body).toMatchObject({ name: 'Renamed', credentials: changed.body.credentials })
  })

  it('can be changed where settings are required, and the settings stay', async () => {
    const settings = { merchant_account: 'LarkspurCoffeeECOM' }
    const credentials = { api_key: 'made-up-key-of-an-account', hmac_key: 'A1'.repeat(32) }
    const { body: account } = await create({ provider: 'adyen', name: 'Adyen', settings, credentials })
    const changed = await app.operator('PATCH', path(account), { credentials: { hmac_key: 'B2'.repeat(32) } })
    expect(changed).toMatchObject({ status: 200, body: { settings } })
    expect(changed.body.credentials.hmac_key.fingerprint).not.toBe(account.credentials.hmac_key.fingerprint)
    const inactive = await app.operator('PATCH', path(account), { status: 'INACTIVE' })
    expect(inactive).toMatchObject({ status: 200, body: { status: 'INACTIVE', settings } })
    expect(refused(await app.operator('PATCH', path(account), { settings: {} }))).toEqual(['settings.merchant_account'])
  })

  it('replaced by newer ones are deleted once they are no longer accepted', async () => {
    const account = await created()
    await app.operator('PATCH', path(account), { credentials: { webhook_secret: OTHER } })
    const { sql } = app.database
    await purgeOldCredentials(sql)
    expect(await countsBefore(account)).toEqual([true])
    await sql`
      update provider_credentials set previous_until = now() where provider_account_id = ${account.provider_account_id}`
    await purgeOldCredentials(sql)
    expect(await countsBefore(account)).toEqual([false])
  })

  it('that leaked are replaced and revoked in one request; the audit log says so', async () => {
    const account = await created()
    const wanted = { credentials: { webhook_secret: OTHER }, revoke_previous: true }
    const changed = await app.operator('PATCH', path(account), wanted)
    expect(changed).toMatchObject({ status: 200, body: { provider_account_id: account.provider_account_id } })
    expect(changed.body.credentials.webhook_secret.fingerprint).not.toBe(account.credentials.webhook_secret.fingerprint)
    expect(await countsBefore(account)).toEqual([false])
    const log = await app.operator('GET', `/admin/audit-log?merchant_id=${app.merchant.merchantId}`)
    expect(log.body.items[0]).toMatchObject({
      action: 'provider-account.changed',
      subject: account.provider_account_id,
      changes: { credentials: ['webhook_secret'], revoke_previous: true },
    })
  })

  it('that were replaced before are revoked by revoke_previous alone; those of other accounts and other changes stay', async () => {
    const [account, other] = [await created(), await created()]
    for (const one of [account, other])
      await app.operator('PATCH', path(one), { credentials: { webhook_secret: OTHER } })
    await app.operator('PATCH', path(account), { name: 'Renamed', revoke_previous: false })
    expect(await countsBefore(account)).toEqual([true])
    const before = (await app.operator('GET', path(account))).body
    const revoked = await app.operator('PATCH', path(account), { revoke_previous: true })
    expect(revoked).toMatchObject({ status: 200, body: before })
    expect([await countsBefore(account), await countsBefore(other)]).toEqual([[false], [true]])
    expect(refused(await app.operator('PATCH', path(account), { revoke_previous: 'yes' }))).toEqual(['revoke_previous'])
  })

  it('inside settings are a 422 on settings.<name>, and nothing is stored', async () => {
    const account = await created({})
    const wrong = { settings: { webhook_secret: KEY } }
    expect(refused(await app.operator('PATCH', path(account), wrong))).toEqual(['settings.webhook_secret'])
    expect(refused(await create({ ...SIGNED, ...wrong }))).toEqual(['settings.webhook_secret'])
    expect(refused(await create({ ...SIGNED, settings: { WEBHOOK_SECRET: KEY } }))).toEqual(['settings.WEBHOOK_SECRET'])
    expect((await app.operator('GET', path(account))).body).toMatchObject({ settings: {}, credentials: {} })
  })

  it('that are unknown, unfit or no text are a 422 that does not repeat them', async () => {
    const short = await create({ ...SIGNED, credentials: { webhook_secret: 'short-1', secret_key: 'other-2' } })
    expect(refused(short)).toEqual(['credentials.secret_key', 'credentials.webhook_secret'])
    expect(JSON.stringify(short.body)).not.toMatch(/short-1|other-2/)
    expect(refused(await create({ ...SIGNED, credentials: { webhook_secret: 1 } }))).toEqual([
      'credentials.webhook_secret',
    ])
    expect(refused(await create({ ...SIGNED, credentials: 'all' }))).toEqual(['credentials'])
    const inLines = { credentials: { 'webhook\nsecret': 1 } }
    expect(refused(await create({ ...SIGNED, ...inLines }))).toEqual(['credentials.webhook\nsecret'])
    expect(refused(await app.operator('PATCH', path(await created()), inLines))).toEqual([
      'credentials.webhook\nsecret',
    ])
  })
})

describe('POST /admin/provider-accounts/{id}/check', () => {
  it('says that all is well with a simulator', async () => {
    const answer = await app.operator('POST', `${path(await created())}/check`, {})
    expect(answer).toMatchObject({ status: 200, body: { ok: true, problems: [] } })
    expect(answer.body.checked_at).toMatch(INSTANT)
  })

  it('shows as last_check with the account, null before the first', async () => {
    const account = await created()
    expect((await app.operator('GET', path(account))).body.last_check).toBe(null)
    const { body: first } = await app.operator('POST', `${path(account)}/check`, {})
    expect((await app.operator('GET', path(account))).body.last_check).toEqual(first)
    await app.database.sql`
      update provider_accounts set provider = 'bank-of-nowhere'
      where provider_account_id = ${account.provider_account_id}`
    const { body: second } = await app.operator('POST', `${path(account)}/check`, {})
    expect(second).toMatchObject({ ok: false, problems: [expect.stringContaining('does not run bank-of-nowhere')] })
    expect((await app.operator('GET', path(account))).body.last_check).toEqual(second)
  })

  it('that began before the one that is kept changes nothing', async () => {
    const account = await created()
    const { provider_account_id, merchant_id } = account
    const later = { checkedAt: new Date('2026-03-02T10:00:00.000Z'), problems: [] }
    const earlier = { checkedAt: new Date('2026-03-02T09:00:00.000Z'), problems: ['The key is wrong.'] }
    for (const check of [later, earlier]) await saveCheck(app.database.sql, merchant_id, provider_account_id, check)
    const kept = { ok: true, checked_at: '2026-03-02T10:00:00.000Z', problems: [] }
    expect((await app.operator('GET', path(account))).body.last_check).toEqual(kept)
  })

  it('is 404 for an unknown account', async () => {
    expect(await app.operator('POST', '/admin/provider-accounts/acc_unknown/check', {})).toMatchObject({ status: 404 })
  })
})
