import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { healthOf } from '#flows/admin/provider-account-health.ts'
import { createProviderAccount } from '#flows/admin/provider-accounts.ts'
import { checkDatabase } from '#flows/doctor/database.ts'
import { examine } from '#flows/doctor/index.ts'
import { checkRealm } from '#flows/doctor/realm.ts'
import type { Gateway } from '#flows/gateway.ts'
import { registerWebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { freePort } from '#test/ports.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { newRootKey, rootKeySet } from '#test/wallet-roots.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import type { ThreeDsServer } from '#three-ds/server.ts'
import type { RootKeySource } from '#vault/wallet-token/root-key-source.ts'
import { parseRootKeys } from '#vault/wallet-token/root-keys.ts'
import { tollgate } from './tollgate.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
})
afterAll(() => app.close())

async function found(check: string) {
  const findings = await examine(app.gateway)
  return findings.filter((finding) => finding.check.startsWith(check))
}

describe('tollgate doctor', () => {
  it('ends with 1 and a line for each mistake where the settings are not right', async () => {
    const { code, out } = await tollgate({ REALM: 'production', PORT: 'none' }, 'doctor', '--json')
    expect(code).toBe(1)
    const { items } = JSON.parse(out)
    expect(items.map(({ check, ok }: { check: string; ok: boolean }) => [check, ok])).toContainEqual([
      'settings',
      false,
    ])
    expect(out).toContain('MASTER_KEY must be set in production.')
  })

  it('ends with 1 and says so with the master key of another database', async () => {
    const env = {
      DATABASE_URL: app.database.url,
      BASE_URL: app.baseUrl,
      MASTER_KEY: randomBytes(32).toString('base64'),
    }
    const { code, err } = await tollgate(env, 'doctor')
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('MASTER_KEY is not the key of this database'),
    })
  })

  it('finds nothing wrong with a gateway that is well, but that no money moves in uat', async () => {
    const findings = await examine(app.gateway)
    const wrong = findings.filter(({ ok }) => !ok).map(({ check }) => check)
    expect(wrong.filter((check) => check !== 'database')).toEqual(['realm'])
    for (const check of ['database', 'clock', 'address', 'provider account']) {
      expect(findings.some((finding) => finding.check.startsWith(check))).toBe(true)
    }
  })

  it('says that commits do not survive a crash where the database does not wait for them, as here', async () => {
    const messages = (await found('database')).map(({ message }) => message)
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      expect(messages).toContainEqual(expect.stringContaining(`${setting} is off`))
    }
  })

  it('says that a role owns the tables, and is content with one that does not', async () => {
    expect(await found('database role')).toEqual([{ check: 'database role', ok: true, message: 'owns no table' }])
    const owner = { ...app.gateway, sql: app.database.sql }
    expect(await checkDatabase(owner)).toContainEqual({
      check: 'database role',
      ok: false,
      message: expect.stringContaining('two roles'),
    })
  })

  it('names the privileges that a role lacks', async () => {
    const name = `poor_${randomBytes(4).toString('hex')}`
    await app.database.sql.unsafe(`create role ${name}; grant select on all tables in schema public to ${name}`)
    const findings = await app.database.sql.begin(async (sql) => {
      await sql.unsafe(`set local role ${name}`)
      return checkDatabase({ ...app.gateway, sql: sql as unknown as Gateway['sql'] })
    })
    await app.database.sql.unsafe(`drop owned by ${name}; drop role ${name}`)
    expect(findings.find(({ check }) => check === 'database role')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^It lacks (\w+ on \w+, ){4}\w+ on \w+ and \d+ more; grant them/),
    })
  })

  it('says that a database allows no further process', async () => {
    const owner = app.database.sql
    const [row] = await owner<[{ name: string }]>`select current_database() as name`
    await owner.unsafe(`alter database ${row.name} connection limit 20`)
    const [finding] = await found('database connections')
    await owner.unsafe(`alter database ${row.name} connection limit -1`)
    expect(finding).toMatchObject({
      ok: false,
      message: expect.stringMatching(/of 20 are open.*raise max_connections/),
    })
  })

  it('says that BASE_URL leads to another gateway', async () => {
    const other = await startOwnGateway()
    const { baseUrl } = other
    const settings = { ...app.gateway.settings, baseUrl, authUrl: baseUrl }
    const [finding] = (await examine({ ...app.gateway, settings })).filter(({ check }) => check === 'address')
    await other.close()
    expect(finding).toMatchObject({ ok: false, message: expect.stringContaining('leads to another gateway') })
  })

  it('says what to add to the address where PgBouncer drops the settings of sessions', async () => {
    const isHint = ({ message }: { message: string }) => message.includes('pgbouncer=true')
    expect((await checkDatabase(app.gateway)).some(isHint)).toBe(false)
    const pooled = { ...app.gateway, sql: app.database.sql }
    await app.database.sql`set enable_seqscan = on`
    expect((await checkDatabase(pooled)).filter(isHint)).toMatchObject([{ check: 'database', ok: false }])
    await app.database.sql`reset enable_seqscan`
  })

  it('asks for TRUSTED_PROXIES in production', async () => {
    const proxies = async (trustedProxies: readonly string[]) => {
      const settings = { ...app.gateway.settings, realm: 'production' as const, trustedProxies }
      return (await checkRealm({ ...app.gateway, settings })).find(({ check }) => check === 'proxies')
    }
    expect(await proxies([])).toMatchObject({ ok: false, message: expect.stringContaining('TRUSTED_PROXIES') })
    expect(await proxies(['10.0.0.0/8'])).toEqual({ check: 'proxies', ok: true, message: '10.0.0.0/8' })
  })

  it('says that the clocks differ, from five seconds on', async () => {
    const clock = { now: () => new Date(Date.now() + 60_000) }
    const findings = await checkDatabase({ ...app.gateway, clock })
    expect(findings.find(({ check }) => check === 'clock')).toMatchObject({ ok: false })
  })

  it('says which webhook cannot be reached', async () => {
    const receiver = await openWebhookReceiver(() => ({ status: 500 }))
    const away = `http://127.0.0.1:${await freePort()}`
    for (const url of [receiver.url, `${away}/events`]) {
      await registerWebhookEndpoint(app.gateway, app.gateway.sql, app.merchant.merchantId, { url, terminalId: null })
    }
    const findings = await found('webhook')
    await receiver.close()
    expect(findings.map(({ check, ok }) => [check, ok])).toEqual(
      expect.arrayContaining([
        [`webhook ${new URL(receiver.url).origin}`, true],
        [`webhook ${away}`, false],
      ]),
    )
  })

  it('says which account has a provider that does not run here', async () => {
    const wanted = { provider: 'card-simulator', name: 'Gone', settings: {}, credentials: {} }
    const account = await createProviderAccount(app.gateway, 'test', app.merchant.merchantId, wanted)
    await app.database.sql`
      update provider_accounts set provider = 'bank-of-nowhere'
      where provider_account_id = ${account.providerAccountId}`
    const [finding] = await found(`provider account ${account.providerAccountId}`)
    expect(finding).toMatchObject({ ok: false, message: expect.stringContaining('does not run bank-of-nowhere') })
    const { lastCheck } = await healthOf(app.gateway, account)
    expect(lastCheck?.problems).toEqual([expect.stringContaining('does not run bank-of-nowhere')])
  })

  describe('in production', () => {
    const settings = { realm: 'production', providerTimeoutSeconds: 10 } as const
    const foundBy = async (changes: Partial<Gateway>, check: string) => {
      const gateway = { ...app.gateway, settings: { ...app.gateway.settings, ...settings }, ...changes }
      return (await checkRealm(gateway)).find((finding) => finding.check === check)
    }
    const roots = (readAnew: RootKeySource['readAnew']) => ({ walletRoots: { ...app.gateway.walletRoots, readAnew } })
    const rootsUntil = (expiresAt: number) =>
      roots(async () => parseRootKeys(rootKeySet([newRootKey(), newRootKey()], expiresAt)))

    it.each<[string, () => Partial<Gateway>, object]>([
      ['valid', () => rootsUntil(Date.now() + 60_000), { ok: true, message: '2 are valid' }],
      ['expired', () => rootsUntil(Date.now()), { ok: false, message: expect.stringContaining('expired') }],
      ['away', () => roots(async () => Promise.reject(new Error())), { ok: false }],
      ['not wanted', () => roots(async () => []), { ok: true, message: 'none, no wallet tokens' }],
    ])('says that the root keys of the wallet are %s', async (_what, changes, finding) => {
      expect(await foundBy(changes(), 'wallet root keys')).toMatchObject(finding)
    })

    it('asks the 3-D Secure server whether it takes the key', async () => {
      const { threeDs } = app.gateway
      const answering = (probe: ThreeDsServer['probe']) => ({
        threeDs: Object.assign(Object.create(threeDs), { probe }),
      })
      expect(await foundBy({ threeDs: null }, '3-D Secure')).toMatchObject({ ok: false })
      expect(
        await foundBy(
          answering(async () => null),
          '3-D Secure',
        ),
      ).toMatchObject({ ok: true })
      const refused = answering(async () => 'It refuses the key.')
      expect(await foundBy(refused, '3-D Secure')).toMatchObject({ ok: false, message: 'It refuses the key.' })
    })
  })
})
