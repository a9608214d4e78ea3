import { afterAll, beforeAll, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { browserOf, cookieSetBy, newPerson, newVisitor, openSignIn, signIn, type Visitor } from '#test/visitor.ts'

let app: RunningGateway
let hash: string
beforeAll(async () => {
  app = await useGateway()
  hash = await hashPassword(new Secret(PASSWORD))
})
afterAll(() => app.close())

const PASSWORD = 'nine bags of beans 9'

const newBrowser = () => browserOf(app.baseUrl, '')

it('a visitor who is not signed in is led to the sign-in, and from there to the requested page', async () => {
  const { email } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
  const asked = await newBrowser().get('/dashboard?status=DECLINED')
  expect([asked.status, asked.headers.get('location')]).toEqual([
    303,
    '/dashboard/sign-in?back=%2Fdashboard%3Fstatus%3DDECLINED',
  ])
  const browser = newBrowser()
  const home = await signIn(browser, email, PASSWORD, '/dashboard?status=DECLINED')
  expect([home.status, home.path, home.headers.get('cache-control')]).toEqual([
    200,
    '/dashboard?status=DECLINED',
    'no-store',
  ])
  expect(home.text).toContain('data-page="home"')
})

it.each(['//evil.example', 'https://evil.example/dashboard', '/\\evil.example', 'javascript:alert(1)', '/docs', ''])(
  'after signing in %j leads to the dashboard',
  async (back) => {
    const browser = newBrowser()
    const begun = await browser.get(`/dashboard/sign-in?back=${encodeURIComponent(back)}`)
    const memory = /tollgate-sign-in=([^;]+)/.exec(begun.headers.getSetCookie().join())![1]!
    expect(JSON.parse(Buffer.from(memory, 'base64url').toString())).toMatchObject({ back: '/dashboard' })
  },
)

it('a wrong password and an unknown email get the same answer', async () => {
  const { email } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
  const wrong = await shownTo(email, 'a password of somebody else 1')
  const unknown = await shownTo(`not-${email}`, PASSWORD)
  expect(unknown).toEqual(wrong)
  expect(wrong).toMatchObject({ status: 401, cookies: [] })
})

/** Tries to sign in and returns the page, without what differs from page to page. */
async function shownTo(email: string, password: string) {
  const browser = newBrowser()
  const path = await openSignIn(browser)
  const { status, text, headers } = await browser.post(path, { email, password })
  const bare = text
    .replaceAll(/nonce="[^"]+"/g, '')
    .replaceAll(path, '')
    .replaceAll(email, '')
  return { status, text: bare, cookies: headers.getSetCookie() }
}

it('the cookie is for this host alone, out of reach of scripts, and another one after each sign-in', async () => {
  const { email } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
  const [first, second] = [newBrowser(), newBrowser()]
  const path = await openSignIn(first)
  const resumed = await first.post(path, { email, password: PASSWORD })
  const returned = await first.get(resumed.headers.get('location')!)
  const done = await first.get(returned.headers.get('location')!)
  expect(done.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^tollgate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  await signIn(second, email.toUpperCase(), PASSWORD)
  expect((await second.get('/dashboard')).status).toBe(200)
  expect(second.token).not.toBe(first.token)
})

it('an address of a sign-in that another browser began is of no use', async () => {
  const { email } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
  const path = await openSignIn(newBrowser())
  const sent = await newBrowser().post(path, { email, password: PASSWORD })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/dashboard/sign-in'])
})

it('a browser without cookies gets one page that says so', async () => {
  const seen: string[] = []
  let [path, answer] = ['/dashboard', await newBrowser().get('/dashboard')]
  while (answer.status === 303 && seen.length < 10) {
    path = new URL(answer.headers.get('location')!, app.baseUrl).href
    seen.push(path)
    answer = await newBrowser().get(path)
  }
  expect([answer.status, answer.text.includes('data-page="sign-in-failed"')]).toEqual([400, true])
  expect(answer.text).toContain('Your browser blocks cookies')
  const { status, text } = await newBrowser().get('/dashboard/callback?code=x&state=y')
  expect([status, text.includes('Your browser blocks cookies')]).toEqual([400, true])
})

it('a code is taken once, and only from the browser that asked for it', async () => {
  const { email } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
  const [browser, thief] = [newBrowser(), newBrowser()]
  const resumed = await browser.post(await openSignIn(browser), { email, password: PASSWORD })
  const callback = (await browser.get(resumed.headers.get('location')!)).headers.get('location')!
  await openSignIn(thief)
  const stolen = await thief.get(callback)
  expect([stolen.headers.get('location'), cookieSetBy(stolen)]).toEqual(['/dashboard/sign-in', undefined])
  expect(cookieSetBy(await browser.get(callback))).toBeDefined()
  expect(cookieSetBy(await browser.get(callback))).toBeUndefined()
})

it('a sign-in ends the session that the browser had', async () => {
  const { email } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
  const browser = newBrowser()
  await signIn(browser, email, PASSWORD)
  const before = browserOf(app.baseUrl, browser.token)
  expect((await before.get('/dashboard')).status).toBe(200)
  await signIn(browser, email, PASSWORD)
  expect([(await before.get('/dashboard')).status, (await browser.get('/dashboard')).status]).toEqual([303, 200])
})

it('signing out ends the session', async () => {
  const visitor = await newVisitor(app, 'owner', app.merchant.merchantId)
  const out = await visitor.post('/dashboard/sign-out')
  expect([out.status, out.headers.get('location'), cookieSetBy(out)]).toEqual([303, '/dashboard/sign-in', ''])
  expect((await visitor.get('/dashboard')).status).toBe(303)
})

it('a form of another site, without a token or with that of another session changes nothing', async () => {
  const visitor = await newVisitor(app, 'owner', app.merchant.merchantId)
  const other = await newVisitor(app, 'owner', app.merchant.merchantId)
  const tokenOf = ({ text }: { text: string }) => /name="csrf" value="([^"]+)"/.exec(text)![1]!
  const csrf = tokenOf(await other.get('/dashboard'))
  const forged = [
    await visitor.post('/dashboard/sign-out', {}, { 'sec-fetch-site': 'cross-site' }),
    await visitor.post('/dashboard/sign-out', {}, { 'sec-fetch-site': 'same-site' }),
    await visitor.post('/dashboard/sign-out', {}, { origin: 'https://evil.example' }),
    await visitor.post('/dashboard/sign-out', {}, {}),
    await visitor.post('/dashboard/sign-out', { csrf: '' }),
    await visitor.post('/dashboard/sign-out', { csrf }),
  ]
  expect(forged.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect(forged.every(({ text }) => text.includes('data-state="forbidden"'))).toBe(true)
  expect((await visitor.get('/dashboard')).status).toBe(200)
  const older = await visitor.post('/dashboard/sign-out', {}, { origin: app.baseUrl })
  expect(older.status).toBe(303)
})

it('a sign-in that another site sends is refused', async () => {
  const { email } = await newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)
  const browser = newBrowser()
  const fields = { email, password: PASSWORD }
  const forged = await browser.post(await openSignIn(browser), fields, { 'sec-fetch-site': 'cross-site' })
  expect([forged.status, forged.text.includes('data-state="forbidden"')]).toEqual([403, true])
})

it('a person who is disabled, or has lost every role, is signed out with the next request', async () => {
  const [disabled, expelled] = [await visitor(), await visitor()]
  await app.database.sql`update people set status = 'DISABLED' where person_id = ${disabled.personId}`
  await app.database.sql`delete from memberships where person_id = ${expelled.personId}`
  expect([(await disabled.get('/dashboard')).status, (await expelled.get('/dashboard')).status]).toEqual([303, 303])
})

it('a session ends after fifteen minutes without a request, and after twelve hours in any case', async () => {
  const [idle, old] = [await visitor(), await visitor()]
  await app.database.sql`
    update dashboard_sessions set last_seen_at = now() - interval '901 seconds' where person_id = ${idle.personId}`
  await app.database.sql`update dashboard_sessions set ends_at = now() where person_id = ${old.personId}`
  expect([(await idle.get('/dashboard')).status, (await old.get('/dashboard')).status]).toEqual([303, 303])
})

function visitor(): Promise<Visitor> {
  return newVisitor(app, 'owner', app.merchant.merchantId)
}
