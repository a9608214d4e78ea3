import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkPages } from '#flows/page-checks/check-pages.ts'
import { assetPath } from '#html/assets.ts'
import { renderOwnPages } from '#http/own-pages.ts'
import { scriptInventory } from '#http/pages/script-inventory.ts'
import { type AlteringProxy, openAlteringProxy, type PassingAnswer } from '#test/altering-proxy.ts'
import { freePort } from '#test/ports.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { createLink } from '../payment-links/links.ts'
import { createSession } from '../sessions/browser.ts'

// PCI DSS 4.0.1, 11.6.1: shoppers get the pages through a proxy that a test can manipulate.

const CUSTOMER = { first_name: 'Sabina', last_name: 'Hidden', email: 'sabina@example.com' }

let app: RunningGateway
let proxy: AlteringProxy
let logged: (readonly [level: string, text: string])[]
beforeAll(async () => {
  const [port, target] = [await freePort(), await freePort()]
  proxy = await openAlteringProxy(port, target)
  app = await startOwnGateway({ PORT: String(target), BASE_URL: proxy.url })
  await app.stopWorker()
  await createSession(app.merchant)
  await createLink(app.merchant, { customer: CUSTOMER })
})
afterAll(async () => {
  await app.close()
  proxy.close()
})
beforeEach(async () => {
  logged = []
  await due()
})
afterEach(async () => {
  proxy.alter = undefined
  await app.database.sql`delete from page_check`
})

async function due(): Promise<void> {
  await app.database.sql`
    insert into page_check (due_at) values (now() - interval '1 minute')
    on conflict (is_only) do update set due_at = excluded.due_at`
}

function check() {
  const log = (level: string) => (_fields: object, text: string) => void logged.push([level, text])
  const gateway = {
    ...app.gateway,
    log: Object.assign(Object.create(app.gateway.log), { error: log('error'), warn: log('warn') }),
  }
  return checkPages(gateway, renderOwnPages)
}

async function lastCheck() {
  const [row] = await app.database.sql<
    [{ differences: string[]; unreachable: string[]; isComplete: boolean; hours: number }]
  >`select differences, unreachable, checked_at is not null as "isComplete",
      extract(epoch from due_at - now())::float8 / 3600 as hours from page_check`
  return row
}

async function auditEntries() {
  return app.database.sql<{ changes: { differences: string[] } }[]>`
    select changes from audit_log where action = 'payment-page.changed' order by created_at`
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${proxy.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Metrics are read at most once a second. */
const expectMetric = (count: number) => expect.poll(() => metric('tollgate_page_changed')).toBe(count)

/** Alters the answers whose path begins so. */
function alter(beginning: string, change: (answer: PassingAnswer) => void): void {
  proxy.alter = (path, answer) => {
    if (path.startsWith(beginning)) change(answer)
  }
}

const inBody = (from: string | RegExp, to: string) => (answer: PassingAnswer) => {
  answer.body = answer.body.replace(from, to)
}
const inHeader = (name: string, from: string, to: string) => (answer: PassingAnswer) => {
  answer.headers[name] = String(answer.headers[name]).replace(from, to)
}
const without = (name: string) => (answer: PassingAnswer) => {
  delete answer.headers[name]
}

const [HOSTED, LINK, FRAME] = ['/hosted-payment-page/', '/pay/', '/embedded-fields/frame']
const FRAME_SCRIPT = assetPath('card-frame/main.ts')

it('finds no difference in untouched pages, and is due again in a day', async () => {
  await check()
  expect(await lastCheck()).toMatchObject({ differences: [], unreachable: [], isComplete: true })
  expect((await lastCheck()).hours).toBeCloseTo(24, 1)
  expect(logged).toEqual([])
  await expectMetric(0)
  await expect.poll(() => metric('tollgate_page_check_age_seconds')).toBeLessThan(60)
})

it('loads the page of an open session, of a link, the frame with fields, and each script of the inventory', async () => {
  proxy.paths.length = 0
  const bodies = new Map<string, string>()
  proxy.alter = (path, { body }) => void bodies.set(path, body)
  await check()
  const [hosted, link, frame] = [HOSTED, LINK, FRAME].map(
    (place) => proxy.paths.find((path) => path.startsWith(place))!,
  )
  expect(bodies.get(hosted!)).toContain('class="pay-form"')
  expect(bodies.get(link!)).toContain('data-action="link-pay"')
  expect(bodies.get(frame!)).toContain(FRAME_SCRIPT)
  const assets = scriptInventory(proxy.url).scripts.map(({ url }) => new URL(url).pathname)
  expect(proxy.paths).toEqual(expect.arrayContaining(assets.filter((path) => path.startsWith('/assets/'))))
  expect(proxy.paths).toContain('/embedded-fields.js')
})

it('knows from the inventory every script that its pages name', async () => {
  const [{ sessionId, clientKey }] = await app.database.sql<[{ sessionId: string; clientKey: string }]>`
    select session_id as "sessionId", client_key as "clientKey" from sessions join merchants using (merchant_id)`
  const pages = await renderOwnPages(app.gateway, { sessionId, clientKey, linkId: 'none' })
  const named = pages.flatMap(({ body }) =>
    [...body.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, path]) => proxy.url + path),
  )
  expect(named.length).toBeGreaterThan(1)
  expect(scriptInventory(proxy.url).scripts.map(({ url }) => url)).toEqual(expect.arrayContaining(named))
})

describe('reports as changed', () => {
  type Change = [string, string, (answer: PassingAnswer) => void, RegExp]
  it.each<Change>([
    [
      'an added script',
      HOSTED,
      inBody('</body>', '<script src="https://evil.example/a.js"></script></body>'),
      /<script> https:\/\/evil\.example\/a\.js is not ours/,
    ],
    [
      'a form that leads elsewhere',
      HOSTED,
      inBody(/action="[^"]+\/pay"/, 'action="https://evil.example/"'),
      /<form> https:\/\/evil\.example\/ is not ours/,
    ],
    ['another script in a file', FRAME_SCRIPT, inBody(/$/, ';alert(1)'), /card-frame-main-\w+\.js: text is not ours/],
    [
      'a changed policy',
      FRAME,
      inHeader('content-security-policy', "script-src 'nonce", "script-src * 'nonce"),
      /header content-security-policy: .*script-src \* .* is not ours/,
    ],
  ])('%s', isReported)
  it.each<Change>([
    [
      'an added script of the page’s own nonce',
      FRAME,
      inBody(/<script/, '<script>alert(1)</script><script'),
      /<script> is not ours/,
    ],
    [
      'an added script on the page of a link',
      LINK,
      inBody('<main', '<script>alert(1)</script><main'),
      /<script> is not ours/,
    ],
    [
      'a script that is missing',
      HOSTED,
      inBody(/<script[^>]*>/, ''),
      /<script> \/assets\/hosted-page-main-\w+\.js is missing/,
    ],
    [
      'an added frame',
      LINK,
      inBody('<main', '<iframe src="//evil.example"></iframe><main'),
      /<iframe> \/\/evil\.example is not ours/,
    ],
    [
      'another script for shops',
      '/embedded-fields.js',
      inBody(/$/, ';alert(1)'),
      /embedded-fields\.js: text is not ours/,
    ],
    [
      'a policy that is missing',
      HOSTED,
      without('content-security-policy'),
      /header content-security-policy: none is not ours/,
    ],
    [
      'a header that leads away',
      LINK,
      (answer) => Object.assign(answer.headers, { refresh: '0;url=https://evil.example' }),
      /header refresh: 0;url=https:\/\/evil\.example is not ours/,
    ],
    ['framing that is allowed', LINK, without('x-frame-options'), /header x-frame-options: none is not ours/],
    [
      'content that may be guessed',
      FRAME_SCRIPT,
      without('x-content-type-options'),
      /header x-content-type-options: none is not ours/,
    ],
    [
      'a redirect',
      HOSTED,
      (answer) => Object.assign(answer, { status: 302, headers: { location: 'https://evil.example' } }),
      /status 302 is not ours/,
    ],
  ])('%s', { tags: ['full'] }, isReported)

  async function isReported(...[_what, place, change, difference]: Change): Promise<void> {
    const before = (await auditEntries()).length
    alter(place, change)
    await check()
    const { differences, unreachable, hours } = await lastCheck()
    expect(differences).toContainEqual(expect.stringMatching(difference))
    expect(unreachable).toEqual([])
    expect(hours).toBeLessThan(0.2)
    await expectMetric(differences.length)
    expect((await auditEntries()).slice(before)).toEqual([{ changes: { differences } }])
    expect(logged).toEqual([['error', 'payment page changed']])
  }
})

it('records a lasting change once, with any session, and the end of it by the metric', async () => {
  const before = (await auditEntries()).length
  alter(HOSTED, without('content-security-policy'))
  for (let day = 0; day < 3; day++) {
    await createSession(app.merchant)
    await due()
    await check()
  }
  expect(await auditEntries()).toHaveLength(before + 1)
  proxy.alter = undefined
  await due()
  await check()
  await expectMetric(0)
  expect(await auditEntries()).toHaveLength(before + 1)
})

it('writes no ID of a session into a difference, which would open its page', async () => {
  const sessions = await app.database.sql<{ id: string }[]>`select session_id as id from sessions`
  alter(HOSTED, inBody(/action="[^"]+\/pay"/, 'action="/"'))
  await check()
  const { differences } = await lastCheck()
  expect(differences).toContainEqual(expect.stringMatching(/<form> \S+ is missing/))
  for (const { id } of sessions) expect(differences.join()).not.toContain(id)
})

it('writes nothing of the shopper into a difference', async () => {
  alter(LINK, inBody('Sabina', 'Sabina '))
  await check()
  const { differences } = await lastCheck()
  expect(differences.length).toBeGreaterThan(0)
  expect(String(differences)).not.toMatch(/Sabina|Hidden/)
})

it.each<[string, (answer: PassingAnswer) => void, RegExp]>([
  [
    'an error of the proxy',
    (answer) => Object.assign(answer, { status: 502, body: 'Bad gateway' }),
    /^\/hosted-payment-page\/…: status 502$/,
  ],
  ['an endless page', inBody(/$/, 'x'.repeat(2_000_000)), /: ANSWER_TOO_LONG$/],
])('tells a page that cannot be loaded from a changed one: %s', async (_what, change, reason) => {
  const before = (await auditEntries()).length
  alter(HOSTED, change)
  await check()
  expect(await lastCheck()).toMatchObject({
    differences: [],
    unreachable: [expect.stringMatching(reason)],
    isComplete: false,
  })
  expect(await auditEntries()).toHaveLength(before)
  expect(logged).toEqual([['warn', 'payment page cannot be loaded']])
  await expectMetric(0)
})

it('keeps a known change while the page cannot be loaded', async () => {
  alter(HOSTED, without('content-security-policy'))
  await check()
  alter('/', (answer) => Object.assign(answer, { status: 503 }))
  await due()
  await check()
  proxy.alter = undefined
  await expectMetric((await lastCheck()).differences.length)
  expect((await lastCheck()).differences).not.toEqual([])
})

describe('checks once a day over all workers', () => {
  const loads = () => proxy.paths.filter((path) => path.startsWith(HOSTED)).length

  it('however many begin concurrently', async () => {
    proxy.paths.length = 0
    await Promise.all(Array.from({ length: 6 }, check))
    await check()
    expect(loads()).toBe(1)
  })

  it('by the workers themselves', async () => {
    proxy.paths.length = 0
    await app.startWorker()
    await expect.poll(async () => (await lastCheck()).isComplete).toBe(true)
    await app.stopWorker()
    await app.startWorker()
    await app.stopWorker()
    expect(loads()).toBe(1)
  })

  it('first an hour after the last migration', async () => {
    const { sql } = app.database
    await sql`delete from page_check`
    // The database is a copy of one that the first of many tests may have made hours ago.
    await sql`update migrations set applied_at = now()`
    proxy.paths.length = 0
    await check()
    expect(loads()).toBe(0)
    await sql`update migrations set applied_at = applied_at - interval '2 hours'`
    await check()
    expect(loads()).toBe(1)
  })

  it('when a session is open, or a day later', async () => {
    const { sql } = app.database
    await sql`update sessions set end_due_at = null`
    proxy.paths.length = 0
    await check()
    expect(loads()).toBe(0)
    await sql`update page_check set due_at = now() - interval '25 hours'`
    await check()
    expect(proxy.paths).toContain('/hosted-payment-page/none')
    expect(await lastCheck()).toMatchObject({ differences: [], isComplete: true })
    await due()
    await createSession(app.merchant)
    await check()
    expect(loads()).toBe(2)
  })
})
