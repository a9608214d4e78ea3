import { expect, it } from 'vitest'
import { dashboardRoutes, signInRoutesOf } from '#dashboard/index.ts'
import { Secret } from '#domain/secret.ts'
import type { SignInService } from '#identity/index.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { stepAt, totpAt } from '#identity/people/totp.ts'
import { startOwnGateway } from '#test/running-gateway.ts'
import { browserOf, fieldOf, follow, fromBase32, newPerson, signIn } from '#test/visitor.ts'

const PASSWORD = 'nine bags of beans 9'

/** Empty, because only the definitions of its routes are used. */
const SIGN_IN = { client: {}, interactions: {} } as unknown as SignInService

it('DASHBOARD=off: nothing of it answers, and nothing leads there', { tags: ['full'] }, async () => {
  const app = await startOwnGateway({ DASHBOARD: 'off' })
  try {
    const browser = browserOf(app.baseUrl, '')
    for (const { method, path } of [...dashboardRoutes, ...signInRoutesOf(SIGN_IN)]) {
      const address = path.replaceAll(/:\w+/g, 'nothing')
      const answer = method === 'GET' ? await browser.get(address) : await browser.post(address)
      const type = answer.headers.get('content-type')
      expect([path, answer.status, type]).toEqual([path, 404, 'application/json; charset=utf-8'])
    }
    const landing = await browser.get('/')
    expect([landing.status, landing.text.includes('/docs'), landing.text.includes('/dashboard')]).toEqual([
      200,
      true,
      false,
    ])
    const document = (await browser.get('/openapi.json')).text
    expect(document).not.toContain('"/dashboard')
    expect((await app.merchant.authorize()).body.result.status).toBe('APPROVED')
  } finally {
    await app.close()
  }
})

it('DASHBOARD_MFA=required: a password alone leads to setting a second factor up, and nowhere else', {
  tags: ['full'],
}, async () => {
  const app = await startOwnGateway({ DASHBOARD_MFA: 'required' })
  try {
    const hash = await hashPassword(new Secret(PASSWORD))
    const { email } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
    const browser = browserOf(app.baseUrl, '')
    const account = await signIn(browser, email, PASSWORD, '/dashboard/transactions')
    expect(account.path).toBe('/dashboard/account')
    expect(account.text).toContain('data-state="factor-needed"')
    for (const page of ['', '/transactions', '/keys', '/team']) {
      const { status, headers } = await browser.get(`/dashboard${page}`)
      expect([page, status, headers.get('location')]).toEqual([page, 303, '/dashboard/account'])
    }
    const rotated = await browser.post('/dashboard/keys/rotate-client-secret')
    expect([rotated.status, rotated.headers.get('location')]).toEqual([303, '/dashboard/account'])
    expect((await app.merchant.authorize()).body.result.status).toBe('APPROVED')

    const page = await follow(browser, await browser.post('/dashboard/account/add-totp'))
    const secret = fromBase32(fieldOf(page, 'totp-secret').replaceAll(' ', ''))
    await browser.post('/dashboard/account/totp', { code: totpAt(secret, stepAt(new Date())) })
    expect((await browser.get('/dashboard/keys')).status).toBe(200)
    const next = browserOf(app.baseUrl, '')
    const asked = await signIn(next, email, PASSWORD, '/dashboard/keys')
    expect(asked.text).toContain('data-page="second-factor"')
    const home = await follow(next, await next.post(asked.path, { code: totpAt(secret, stepAt(new Date()) + 1) }))
    expect(home.path).toBe('/dashboard/keys')
  } finally {
    await app.close()
  }
})
