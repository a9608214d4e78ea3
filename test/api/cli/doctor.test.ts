import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProviderAccount } from '#flows/admin/provider-accounts.ts'
import { examineDatabase } from '#flows/doctor/database.ts'
import { examine } from '#flows/doctor/index.ts'
import { registerWebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { freePort } from '#test/gateway-process.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
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

  it('says that the clocks differ, from five seconds on', async () => {
    const clock = { now: () => new Date(Date.now() + 60_000) }
    const findings = await examineDatabase({ ...app.gateway, clock })
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
  })
})
