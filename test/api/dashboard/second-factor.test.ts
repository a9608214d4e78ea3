import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { digestOf } from '#identity/people/digest.ts'
import { judgeSecret, LOCKED } from '#identity/people/judge-secret.ts'
import { hashPassword } from '#identity/people/passwords.ts'
import { beginTotp, checkSecondFactor, newRecoveryCodes, verifyTotp } from '#identity/people/second-factor.ts'
import { checkPassword } from '#identity/people/sign-in.ts'
import { stepAt, totpAt } from '#identity/people/totp.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { browserOf, follow, fromBase32, newPerson, openSignIn, signIn } from '#test/visitor.ts'

const PASSWORD = 'nine bags of beans 9'
const WRONG = 'a password of somebody else 1'

let app: RunningGateway
let hash: string
beforeAll(async () => {
  app = await useGateway()
  hash = await hashPassword(new Secret(PASSWORD))
})
afterAll(() => app.close())

const newBrowser = () => browserOf(app.baseUrl, '')
const newOwner = () => newPerson(app.gateway, 'owner', app.merchant.merchantId, hash)

/** An owner with an authenticator app, whose first code is used up. */
async function ownerWithApp() {
  const person = await newOwner()
  const secret = fromBase32((await beginTotp(app.gateway, person.personId))!)
  const codeOf = (offset: number) => totpAt(secret, stepAt(new Date()) + offset)
  await verifyTotp(app.gateway, person.personId, codeOf(0))
  return { ...person, codeOf }
}

describe('the second step of a sign-in', () => {
  it('a code of the app works, once', async () => {
    const { email, codeOf } = await ownerWithApp()
    const [first, second] = [newBrowser(), newBrowser()]
    const asked = await signIn(first, email, PASSWORD)
    expect(asked.text).toContain('data-page="second-factor"')
    // The next time step's, so that no step ends between making and checking it.
    const code = codeOf(1)
    const pasted = code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
    expect((await follow(first, await first.post(asked.path, { code: ` ${pasted}\n` }))).text).toContain(
      'data-page="home"',
    )
    const again = await signIn(second, email, PASSWORD)
    const refused = await second.post(again.path, { code })
    expect([refused.status, refused.text.includes('data-state="refused"')]).toEqual([401, true])
  })

  it('is stored as one if a second factor is required', async () => {
    const { email, personId, codeOf } = await ownerWithApp()
    const browser = newBrowser()
    const asked = await signIn(browser, email, PASSWORD)
    await follow(browser, await browser.post(asked.path, { code: codeOf(1) }))
    const rows = await app.database.sql`select methods from dashboard_sessions where person_id = ${personId}`
    expect(rows).toEqual([{ methods: ['pwd', 'otp', 'mfa'] }])
  })

  it('a recovery code works, once', async () => {
    const { email, personId } = await ownerWithApp()
    const [code] = await newRecoveryCodes(app.gateway.sql, personId)
    const [first, second] = [newBrowser(), newBrowser()]
    const asked = await signIn(first, email, PASSWORD)
    const home = await follow(first, await first.post(asked.path, { code: code!.toLowerCase() }))
    expect(home.text).toContain('data-page="home"')
    const again = await signIn(second, email, PASSWORD)
    expect((await second.post(again.path, { code: code! })).status).toBe(401)
  })

  it('five wrong codes end the sign-in', async () => {
    const { email } = await ownerWithApp()
    const browser = newBrowser()
    const asked = await signIn(browser, email, PASSWORD)
    const statuses = []
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, headers } = await browser.post(asked.path, { code: '000000' })
      statuses.push(status === 303 ? headers.get('location') : status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, '/dashboard/sign-in'])
    expect((await browser.get(asked.path)).headers.get('location')).toBe('/dashboard/sign-in')
  })

  it('requires the password before the second factor', async () => {
    const browser = newBrowser()
    const path = await openSignIn(browser)
    const ahead = await browser.post(`${path}/second-factor`, { code: '123456' })
    expect([ahead.status, ahead.headers.get('location')]).toEqual([303, path])
  })
})

describe('ten wrong passwords in a row', () => {
  it('lock the email, known or not, even for the right one; other accounts still get in', async () => {
    const [locked, other] = [await newOwner(), await newOwner()]
    const [known, unknown] = [await fail(locked.email, 10), await fail(`nobody-${locked.email}`, 10)]
    expect([known, unknown]).toEqual([
      ['refused', 'locked'],
      ['refused', 'locked'],
    ])
    expect((await signIn(newBrowser(), other.email, PASSWORD)).text).toContain('data-page="home"')
  })

  it('do not lock out a browser with an earlier sign-in', async () => {
    const { email } = await newOwner()
    const own = newBrowser()
    await signIn(own, email, PASSWORD)
    await fail(email, 10)
    expect((await signIn(own, email, PASSWORD)).text).toContain('data-page="home"')
  })

  it('are forgotten when the right one comes before the tenth, and after half an hour', {
    tags: ['full'],
  }, async () => {
    const [early, late] = [await newOwner(), await newOwner()]
    expect(await fail(early.email, 9)).toEqual(['refused', 'in'])
    await fail(late.email, 10)
    await app.database.sql`update sign_in_failures set locked_until = now() where locked_until is not null`
    expect((await signIn(newBrowser(), late.email, PASSWORD)).text).toContain('data-page="home"')
  })
})

it('a locked password and a locked code say one sentence: at the sign-in, the second step, a fresh proof, the account', {
  tags: ['full'],
}, async () => {
  const [withPassword, withCode] = [await newOwner(), await ownerWithApp()]
  const [first, second, third] = [newBrowser(), newBrowser(), newBrowser()]
  await signIn(first, withPassword.email, PASSWORD)
  const coded = await signIn(second, withCode.email, PASSWORD)
  await follow(second, await second.post(coded.path, { code: withCode.codeOf(1) }))
  await app.database.sql`delete from known_browsers where person_id = ${withPassword.personId}`
  await lockEverything(withPassword.email, withCode.personId)
  const proofOf = async (browser: typeof first, secret: Record<string, string>) => {
    const asked = await follow(browser, await browser.get('/dashboard/step-up?back=%2Fdashboard%2Faccount'))
    return browser.post(`${asked.path}/step-up`, secret)
  }
  const asked = await signIn(third, withCode.email, PASSWORD)
  const change = { current_password: PASSWORD, password: 'ten bags of beans 10' }
  const locked = [
    await third.post(asked.path, { code: withCode.codeOf(1) }),
    await third.post(await openSignIn(third), { email: withPassword.email, password: PASSWORD }),
    await proofOf(first, { password: PASSWORD }),
    await proofOf(second, { code: withCode.codeOf(1) }),
  ]
  expect(locked.map(({ status, text }) => [status, stateOf(text), text.includes(LOCKED)])).toEqual(
    locked.map(() => [401, 'locked', true]),
  )
  expect((await first.post('/dashboard/account/password', change)).text).toContain(LOCKED)
})

async function lockEverything(email: string, personId: string) {
  const { sql } = app.gateway
  const wrong = { email, password: new Secret(WRONG), browser: undefined }
  for (let tries = 0; tries < 10; tries += 1) {
    await checkPassword(sql, wrong)
    await checkSecondFactor(app.gateway, personId, `${personId} ${tries}`, '000000')
  }
}

describe('a burst', () => {
  const BURST = Array.from({ length: 60 }, (_none, index) => index)
  const counted = (outcomes: readonly string[]) =>
    Object.fromEntries(
      ['right', 'wrong', 'over', 'locked'].map((one) => [one, outcomes.filter((o) => o === one).length]),
    )

  it('of wrong codes over many sign-ins is judged ten times, and the right code behind it is refused', async () => {
    const { personId, codeOf } = await ownerWithApp()
    const check = (attempt: string, code: string) => checkSecondFactor(app.gateway, personId, attempt, code)
    const outcomes = await Promise.all(BURST.map((index) => check(`${personId} ${index}`, '000000')))
    expect(counted(outcomes)).toEqual({ right: 0, wrong: 10, over: 0, locked: 50 })
    expect(await check(`${personId} last`, codeOf(1))).toBe('locked')
  })

  it('of wrong codes in one sign-in is judged five times', async () => {
    const { personId, codeOf } = await ownerWithApp()
    const check = (code: string) => checkSecondFactor(app.gateway, personId, personId, code)
    expect(counted(await Promise.all(BURST.map(() => check('000000'))))).toEqual({
      right: 0,
      wrong: 4,
      over: 56,
      locked: 0,
    })
    expect(await check(codeOf(1))).toBe('over')
    const rows = await app.database.sql`
      select failures from sign_in_failures where name = ${digestOf('second factor', personId)}`
    expect(rows).toEqual([{ failures: 5 }])
  })

  it('of wrong passwords is judged ten times, and the right one behind it is refused', async () => {
    const { email } = await newOwner()
    const check = async (password: string) =>
      (await checkPassword(app.gateway.sql, { email, password: new Secret(password), browser: undefined })).outcome
    expect(counted(await Promise.all(BURST.map(() => check(WRONG))))).toEqual({
      right: 0,
      wrong: 10,
      over: 0,
      locked: 50,
    })
    expect(await check(PASSWORD)).toBe('locked')
  })

  it('of passwords that were never judged counts for nothing', async () => {
    const name = digestOf('busy', (await newOwner()).personId)
    const busy = () => judgeSecret(app.gateway.sql, name, () => Promise.reject(new Error('busy')))
    for (const _time of BURST.slice(0, 12)) await expect(busy()).rejects.toThrow('busy')
    expect((await judgeSecret(app.gateway.sql, name, async () => true)).outcome).toBe('right')
  })
})

/** Types wrong passwords, then the right one. @returns what was said to the last wrong one and to the right one */
async function fail(email: string, times: number): Promise<string[]> {
  const browser = newBrowser()
  const path = await openSignIn(browser)
  let said = ''
  for (let tries = 0; tries < times; tries += 1) said = (await browser.post(path, { email, password: WRONG })).text
  const right = await browser.post(path, { email, password: PASSWORD })
  return [stateOf(said), right.status === 303 ? 'in' : stateOf(right.text)]
}

function stateOf(text: string): string {
  return /data-state="(\w+)"/.exec(text)?.[1] ?? 'nothing'
}
