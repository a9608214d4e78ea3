import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { resetPersonPassword } from '#flows/dashboard/people.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { beginTotp, newRecoveryCodes, verifyTotp } from '#identity/people/second-factor.ts'
import { stepAt, totpAt } from '#identity/people/totp.ts'
import { insertPasskey } from '#store/people/passkeys.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { browserOf, fieldOf, follow, fromBase32, newPerson, signIn } from '#test/visitor.ts'

const PASSWORD = 'nine bags of beans 9'

let app: RunningGateway
let hash: string
beforeAll(async () => {
  app = await useGateway()
  hash = await hashPassword(new Secret(PASSWORD))
})
afterAll(() => app.close())

const newOwner = () => newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)

async function signedIn(email: string, password = PASSWORD) {
  const browser = browserOf(app.baseUrl, '')
  const page = await signIn(browser, email, password)
  return { browser, page }
}

it('setting an app up shows its secret, then ten recovery codes, once; the next sign-in asks for a code', async () => {
  const { email } = await newOwner()
  const { browser } = await signedIn(email)
  const page = await follow(browser, await browser.post('/dashboard/account/add-totp'))
  const secret = fromBase32(fieldOf(page, 'totp-secret').replaceAll(' ', ''))
  expect((await browser.post('/dashboard/account/totp', { code: '000000' })).status).toBe(422)
  const before = browser.token
  const done = await browser.post('/dashboard/account/totp', { code: totpAt(secret, stepAt(new Date())) })
  const codes = [...done.text.matchAll(/data-field="recovery-code"><code[^>]*>([^<]+)</g)].map(([, code]) => code)
  expect([codes.length, new Set(codes).size]).toEqual([10, 10])
  expect(browser.token).not.toBe(before)
  const account = await browser.get('/dashboard/account')
  expect(codes.some((code) => account.text.includes(code!))).toBe(false)
  expect((await signedIn(email)).page.text).toContain('data-page="second-factor"')
})

it('where browsers keep no passkeys, for an address without a host name, the page says so', async () => {
  const { browser } = await signedIn((await newOwner()).email)
  const { text } = await browser.get('/dashboard/account')
  expect(new URL(app.baseUrl).hostname).toBe('127.0.0.1')
  expect(text).toContain('data-state="passkeys-need-a-name"')
  expect(text).not.toContain('data-action="add-passkey"')
  expect(text).toContain(`href="${app.baseUrl.replace('127.0.0.1', 'localhost')}/dashboard/account"`)
})

it('a user who has a passkey is asked for it also at an address without a host name, which leads to one', async () => {
  const { personId, email } = await newOwner()
  const key = { credentialId: `key of ${personId}`, name: 'Key', publicKey: Buffer.from('key'), counter: 0n }
  await insertPasskey(app.gateway.sql, { ...key, personId, transports: [] })
  const { browser, page } = await signedIn(email)
  expect(page.text).toContain('data-page="second-factor"')
  expect(page.text).toContain(`href="${app.baseUrl.replace('127.0.0.1', 'localhost')}/dashboard"`)
  expect((await browser.get('/dashboard/account')).status).toBe(303)
})

describe('a new password that is refused', () => {
  let browser: ReturnType<typeof browserOf>
  beforeAll(async () => {
    browser = (await signedIn((await newOwner()).email)).browser
  })

  it.each([
    ['too short', 'nine bags 9', 'Use 12 to 128 characters.'],
    ['too long', `9${'a'.repeat(128)}`, 'Use 12 to 128 characters.'],
    ['without a digit', 'nine bags of beans', 'letter and one digit'],
    ['without a letter', '314159265358979', 'letter and one digit'],
    ['on the list of common ones', '1qaz2wsx3edc', 'This password is too common'],
    ['built of the merchant', 'Larkspur-Coffee-1', 'Do not use your name'],
    ['the present one', PASSWORD, 'used this password before'],
  ])('because it is %s', async (_what, password, words) => {
    const refused = await browser.post('/dashboard/account/password', { current_password: PASSWORD, password })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(words)
    expect(refused.text).toContain('data-problem="password"')
  })
})

it('none of the last four passwords is taken; another one signs every other browser out', {
  tags: ['full'],
}, async () => {
  const { email } = await newOwner()
  const [{ browser }, { browser: elsewhere }] = [await signedIn(email), await signedIn(email)]
  const change = (current_password: string, password: string) =>
    browser.post('/dashboard/account/password', { current_password, password })
  const names = [
    PASSWORD,
    'ten bags of beans 10',
    'six bags of beans 06',
    'two bags of beans 02',
    'one bag of beans 001',
  ]
  for (const [index, name] of names.entries())
    if (index > 0) expect((await change(names[index - 1]!, name)).status).toBe(303)
  expect((await change(names[4]!, names[1]!)).text).toContain('used this password before')
  expect((await change(names[4]!, names[0]!)).status).toBe(303)
  expect((await elsewhere.get('/dashboard')).status).toBe(303)
  expect((await browser.get('/dashboard')).status).toBe(200)
})

it('a wrong present password changes nothing', async () => {
  const { email } = await newOwner()
  const { browser } = await signedIn(email)
  const fields = { current_password: 'somebody else 12', password: 'ten bags of beans 10' }
  const refused = await browser.post('/dashboard/account/password', fields)
  expect([refused.status, refused.text.includes('data-problem="current_password"')]).toEqual([422, true])
  expect((await signedIn(email)).page.text).toContain('data-page="home"')
})

it('a session is ended from another browser', async () => {
  const { email } = await newOwner()
  const [{ browser }, { browser: other }] = [await signedIn(email), await signedIn(email)]
  const { text } = await browser.get('/dashboard/account')
  const ids = [...text.matchAll(/name="session_id" value="([^"]+)"/g)].map(([, id]) => id!)
  expect(ids).toHaveLength(1)
  await browser.post('/dashboard/account/end-session', { session_id: ids[0]! })
  expect([(await other.get('/dashboard')).status, (await browser.get('/dashboard')).status]).toEqual([303, 200])
})

it('a session of another person cannot be ended', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()]
  const [{ browser }, { browser: other }] = [await signedIn(owner.email), await signedIn(stranger.email)]
  const [row] = await app.database.sql<[{ id: string }]>`
    select session_id as id from dashboard_sessions where person_id = ${stranger.personId}`
  await browser.post('/dashboard/account/end-session', { session_id: row.id })
  expect((await other.get('/dashboard')).status).toBe(200)
})

it('what guards the account asks for a fresh proof after five minutes and goes on with what was typed', async () => {
  const { email, personId } = await newOwner()
  const { browser } = await signedIn(email)
  await app.database.sql`
    update dashboard_sessions set proved_at = now() - interval '301 seconds' where person_id = ${personId}`
  const before = browser.token
  const fields = { current_password: PASSWORD, password: 'ten bags of beans 10' }
  const asked = await follow(browser, await browser.post('/dashboard/account/password', fields))
  expect(asked.text).toContain('data-page="step-up"')
  const wrong = await browser.post(`${asked.path}/step-up`, { password: 'somebody else 12' })
  expect([wrong.status, wrong.text.includes('data-state="refused"')]).toEqual([401, true])
  const proved = await follow(browser, await browser.post(`${asked.path}/step-up`, { password: PASSWORD }))
  expect(proved.text).toContain('name="password" value="ten bags of beans 10"')
  expect(browser.token).not.toBe(before)
  const [held] = await app.database
    .sql`select from dashboard_sessions where person_id = ${personId} and held_form is not null`
  expect(held).toBeUndefined()
  expect((await browser.post('/dashboard/account/password', fields)).headers.get('location')).toContain('done=password')
})

it('the fresh proof of one session is of no use to another', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  const [{ browser }, { browser: second }] = [await signedIn(owner.email), await signedIn(other.email)]
  const asked = await follow(browser, await browser.get('/dashboard/step-up?back=%2Fdashboard%2Faccount'))
  expect((await second.get(asked.path)).headers.get('location')).toBe('/dashboard/sign-in')
})

describe('a new password', () => {
  const CHANGED = 'ten bags of beans 10'
  const change = (browser: ReturnType<typeof browserOf>) =>
    browser.post('/dashboard/account/password', { current_password: PASSWORD, password: CHANGED })

  it('ends a link for another one', async () => {
    const { email, personId } = await newOwner()
    const link = new URL((await resetPersonPassword(app.gateway, 'test', personId)).reveal()).pathname
    const { browser } = await signedIn(email)
    expect((await browserOf(app.baseUrl, '').get(link)).status).toBe(200)
    expect((await change(browser)).status).toBe(303)
    expect((await browserOf(app.baseUrl, '').post(link, { password: 'eleven bags of beans 11' })).status).toBe(404)
    expect((await signedIn(email, CHANGED)).page.text).toContain('data-page="home"')
  })

  it('ends a sign-in that has shown the old one and waits for the second step', async () => {
    const { email, personId } = await newOwner()
    const { browser } = await signedIn(email)
    await newRecoveryCodes(app.gateway.sql, personId)
    const secret = fromBase32((await beginTotp(app.gateway, personId))!)
    await verifyTotp(app.gateway, personId, totpAt(secret, stepAt(new Date())))
    const halfWay = await signedIn(email)
    expect(halfWay.page.text).toContain('data-page="second-factor"')
    await change(browser)
    const late = await halfWay.browser.post(halfWay.page.path, { code: totpAt(secret, stepAt(new Date()) + 1) })
    expect(late.headers.get('location')).toBe('/dashboard/sign-in')
  })

  it('by a link forgets every known browser', async () => {
    const { email, personId } = await newOwner()
    await signedIn(email)
    const known = () => app.database.sql`select from known_browsers where person_id = ${personId}`
    expect(await known()).toHaveLength(1)
    const link = new URL((await resetPersonPassword(app.gateway, 'test', personId)).reveal()).pathname
    expect((await browserOf(app.baseUrl, '').post(link, { password: CHANGED })).status).toBe(303)
    expect(await known()).toHaveLength(0)
  })
})
