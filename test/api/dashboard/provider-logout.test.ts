// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#domain/ids.ts'
import { invitePerson } from '#flows/dashboard/people.ts'
import { arrive, openDashboardProvider, startForeignGateway } from '#test/external-idp-gateway.ts'

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

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Signs a user in; `sid` is the provider's ID of the session. */
async function signedIn(sub = newId('per'), sid = newId('dse')) {
  const email = `${sub.toLowerCase()}@company.example`
  const wanted = { email, role: 'owner', merchantId: app.merchantId } as const
  await invitePerson(app.gateway, 'test', wanted).catch(() => undefined)
  provider.signInAs({ sub, sid, name: sub, email, email_verified: true })
  const { browser } = await arrive(app)
  const isIn = async () => (await browser.get('/dashboard/account')).status === 200
  expect(await isIn()).toBe(true)
  return { sub, sid, browser, isIn }
}

const logoutToken = (claims: Record<string, unknown>, typ = 'logout+jwt') =>
  provider.sign({ jti: newId('per'), events: { [EVENT]: {} }, ...claims }, typ)

async function send(token: string) {
  const body = new URLSearchParams({ logout_token: token })
  const answer = await fetch(`${app.baseUrl}/dashboard/back-channel-logout`, { method: 'POST', body })
  return { status: answer.status, cache: answer.headers.get('cache-control'), body: await answer.json() }
}

it('a logout at the provider ends the session that it names, and no other', async () => {
  const [left, other] = [await signedIn(), await signedIn()]
  const again = await signedIn(left.sub)
  expect(await send(await logoutToken({ sub: left.sub, sid: left.sid }))).toEqual({
    status: 200,
    cache: 'no-store',
    body: {},
  })
  expect([await left.isIn(), await again.isIn(), await other.isIn()]).toEqual([false, true, true])
})

it.each(['sid', 'sub'] as const)('a logout names the session by sid, or a person by sub: %s', async (name) => {
  const first = await signedIn()
  const second = await signedIn(first.sub)
  expect((await send(await logoutToken({ [name]: first[name] }))).status).toBe(200)
  expect([await first.isIn(), await second.isIn()]).toEqual([false, name === 'sid'])
})

it('a logout of a user who is not signed in is accepted', async () => {
  expect((await send(await logoutToken({ sid: 'unknown' }))).status).toBe(200)
})

it('a logout token counts once', async () => {
  const { sub, isIn } = await signedIn()
  const token = await logoutToken({ sub })
  expect((await send(token)).status).toBe(200)
  expect(await isIn()).toBe(false)
  const later = await signedIn(sub)
  expect((await send(token)).status).toBe(400)
  expect(await later.isIn()).toBe(true)
})

it('a session of a sign-in that has ended at the provider meanwhile opens nothing', async () => {
  const sid = newId('dse')
  const { sub } = await signedIn()
  await send(await logoutToken({ sid }))
  provider.signInAs({ sub, sid })
  const { browser } = await arrive(app)
  expect((await browser.get('/dashboard/account')).headers.get('location')).toMatch(/^\/dashboard\/sign-in/)
})

const seconds = () => Math.floor(Date.now() / 1000)

it.each([
  ['another issuer', () => ({ iss: 'https://evil.example/realms/uat' })],
  ['another audience', () => ({ aud: 'another-client' })],
  ['no audience', () => ({ aud: undefined })],
  ['a nonce, as an ID token has', () => ({ nonce: 'n' })],
  ['no events', () => ({ events: undefined })],
  ['another event', () => ({ events: { 'http://schemas.openid.net/event/other': {} } })],
  ['an event that is no object', () => ({ events: { [EVENT]: 'yes' } })],
  ['no jti', () => ({ jti: undefined })],
  ['a jti that is no name', () => ({ jti: '\u0000' })],
  ['no iat', () => ({ iat: undefined })],
  ['an iat of long ago', () => ({ iat: seconds() - 400 })],
  ['an iat that is still to come', () => ({ iat: seconds() + 300, exp: seconds() + 600 })],
  ['no exp', () => ({ exp: undefined })],
  ['an exp that is past', () => ({ exp: seconds() - 1 })],
  ['neither sub nor sid', () => ({ sub: undefined, sid: undefined })],
  ['a sid that is no text', () => ({ sid: 7 })],
])('a logout token with %s is refused', async (_what, claims) => {
  const { sub, sid, isIn } = await signedIn()
  expect((await send(await logoutToken({ sub, sid, ...claims() }))).status).toBe(400)
  expect(await isIn()).toBe(true)
})

it('a logout token of another kind, without a signature, or that is none is refused', async () => {
  const { sub, sid, isIn } = await signedIn()
  const good = await logoutToken({ sub, sid })
  const [, payload] = good.split('.')
  const unsigned = `${Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url')}.${payload}.`
  const tokens = [await logoutToken({ sub, sid }, 'at+jwt'), unsigned, `${good.slice(0, -6)}AAAAAA`, 'nothing', '']
  for (const token of tokens) expect((await send(token)).status).toBe(400)
  expect(await isIn()).toBe(true)
})

it('signing out redirects to the provider, with the sign-in that ends', async () => {
  const { browser, isIn } = await signedIn()
  const page = await browser.post('/dashboard/sign-out')
  const onward = new URL(page.headers.get('refresh')!.replace('0; url=', ''))
  expect([onward.origin, onward.pathname]).toEqual([provider.url, '/realms/uat/protocol/openid-connect/logout'])
  expect(onward.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3)
  expect(onward.searchParams.get('post_logout_redirect_uri')).toBe(`${app.baseUrl}/dashboard/signed-out`)
  expect(await isIn()).toBe(false)
  expect((await browser.get('/dashboard/signed-out')).text).toContain('data-page="signed-out"')
})

it('a browser whose session has ended is asked again by the provider', async () => {
  const { sid, browser } = await signedIn()
  await send(await logoutToken({ sid }))
  await browser.get('/dashboard/sign-in')
  await arrive(app, browser)
  expect(provider.asked.get('max_age')).toBe('0')
  await arrive(app)
  expect(provider.asked.get('max_age')).toBe('43200')
})
