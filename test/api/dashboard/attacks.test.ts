// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { invitePerson } from '#flows/dashboard/people.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { newRecoveryCodes } from '#identity/people/second-factor.ts'
import { stepAt, totpAt } from '#identity/people/totp.ts'
import { insertPasskey } from '#store/people/passkeys.ts'
import { arrive, openDashboardProvider, startForeignGateway } from '#test/external-idp-gateway.ts'
import { freePort } from '#test/ports.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { browserOf, fieldOf, follow, newPerson, openSignIn } from '#test/visitor.ts'

const SECRET = Buffer.alloc(20, 1)
const PASSWORD = 'nine bags of beans 9'

describe('with a stolen password', () => {
  let app: RunningGateway
  let hash: string
  beforeAll(async () => {
    const port = await freePort()
    app = await startOwnGateway({ PORT: String(port), BASE_URL: `http://localhost:${port}`, DASHBOARD_MFA: 'required' })
    hash = await hashPassword(new Secret(PASSWORD))
  })
  afterAll(() => app.close())

  /** An owner whose only second factor is a passkey. */
  async function ownerWithPasskey() {
    const owner = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
    const passkey = { credentialId: `key of ${owner.personId}`, name: 'Key', publicKey: Buffer.from('key') }
    await insertPasskey(app.database.sql, { ...passkey, personId: owner.personId, counter: 0n, transports: [] })
    return owner
  }

  it('a passkey cannot be bypassed, not even with a new second factor', async () => {
    const { email } = await ownerWithPasskey()
    const browser = browserOf(app.baseUrl, '')
    const asked = await follow(browser, await browser.post(await openSignIn(browser), { email, password: PASSWORD }))
    expect(asked.text).toContain('data-page="second-factor"')
    expect(asked.text).toContain('data-form="passkey"')
    expect(asked.text).not.toContain('id="code"')
    expect([browser.token, (await browser.get('/dashboard/account')).status]).toEqual(['', 303])
  })

  it('the owner of a passkey that is lost gets in with a recovery code, which their account offers', async () => {
    const { email, personId } = await ownerWithPasskey()
    const [code] = await newRecoveryCodes(app.database.sql, personId)
    const browser = browserOf(app.baseUrl, '')
    const { path } = await follow(browser, await browser.post(await openSignIn(browser), { email, password: PASSWORD }))
    await follow(browser, await browser.post(path, { code: code! }))
    const account = await browser.get('/dashboard/account')
    expect([account.status, fieldOf(account, 'recovery-codes')]).toEqual([200, '9'])
    expect(account.text).toContain('data-action="new-codes"')
  })

  it('a passkey cannot be bypassed with the secret of an app that was never confirmed', async () => {
    const { email, personId } = await ownerWithPasskey()
    await app.database.sql`insert into totp_secrets (person_id, sealed_secret)
      values (${personId}, ${app.gateway.vault.seal(SECRET, `totp_secrets/${personId}`)})`
    const browser = browserOf(app.baseUrl, '')
    const { path } = await follow(browser, await browser.post(await openSignIn(browser), { email, password: PASSWORD }))
    const refused = await browser.post(path, { code: totpAt(SECRET, stepAt(new Date())) })
    expect([refused.status, refused.text.includes('id="code"')]).toEqual([401, false])
  })
})

describe('at another identity provider', () => {
  let provider: Awaited<ReturnType<typeof openDashboardProvider>>
  let app: Awaited<ReturnType<typeof startForeignGateway>>
  beforeAll(async () => {
    provider = await openDashboardProvider()
    app = await startForeignGateway(provider.url)
  })
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  const someone = { sub: 'ana', name: 'ana', email: 'ana@company.example', email_verified: true }

  it('a sign-in of an hour ago does not count as recent, for any cookie', async () => {
    const wanted = { email: someone.email, role: 'owner', merchantId: app.merchantId } as const
    await invitePerson(app.gateway, 'test', wanted)
    provider.signInAs(someone)
    const { browser } = await arrive(app)
    const before = browser.token
    const begun = await browser.get('/dashboard/step-up?back=%2Fdashboard%2Fkeys')
    const [line] = begun.headers.getSetCookie()
    const memory = JSON.parse(Buffer.from(/=([^;]+)/.exec(line!)![1]!, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...memory, maxAge: 43_200 })).toString('base64url')
    const address = /href="([^"]+)" data-action="confirm"/.exec(begun.text)![1]!.replaceAll('&amp;', '&')
    provider.signInAs({ ...someone, auth_time: Math.floor(Date.now() / 1000) - 3600 })
    const back = new URL((await fetch(address, { redirect: 'manual' })).headers.get('location')!)
    const cookie = `tollgate=${before}; tollgate-sign-in=${forged}`
    const answer = await fetch(`${app.baseUrl}${back.pathname}${back.search}`, {
      headers: { cookie },
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []])
  })

  it.each([5, null, [], {}, { state: 7 }, 'text'])('a sign-in cookie of %j does not sign in', async (memory) => {
    provider.signInAs(someone)
    const begun = await browserOf(app.baseUrl, '').get('/dashboard/sign-in')
    const asked = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
    const back = new URL(asked.headers.get('location')!)
    const cookie = `tollgate-sign-in=${Buffer.from(JSON.stringify(memory)).toString('base64url')}`
    const answer = await fetch(`${app.baseUrl}${back.pathname}${back.search}`, {
      headers: { cookie },
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []])
  })

  it('a forged sign-in cookie does not redirect to another site', async () => {
    provider.signInAs(someone)
    const browser = browserOf(app.baseUrl, '')
    const begun = await browser.get('/dashboard/sign-in')
    const memory = JSON.parse(
      Buffer.from(/=([^;]+)/.exec(begun.headers.getSetCookie()[0]!)![1]!, 'base64url').toString(),
    )
    const forged = Buffer.from(JSON.stringify({ ...memory, back: 'https://evil.example/' })).toString('base64url')
    const asked = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
    const back = new URL(asked.headers.get('location')!)
    const headers = { cookie: `tollgate-sign-in=${forged}` }
    const answer = await fetch(`${app.baseUrl}${back.pathname}${back.search}`, { headers, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
  })
})
