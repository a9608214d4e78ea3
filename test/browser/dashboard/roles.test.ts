import type { Page } from '@playwright/test'
import { ROLES, type Role } from '#identity/permissions.ts'
import type { Sql } from '#store/connection/database.ts'
import { expect, FULL, test } from '#test/browser-test.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newMerchant, signIn } from './merchant-team.ts'

// A busy machine takes its time for so many pages.
test.describe.configure({ timeout: 300_000 })
test.use({ expectedNoise: /status of (403|422)/ })

/** A letter for each role, in the order of `ROLES`: x for who may. Written by hand, unlike the table in the code. */
const PAGES: Readonly<Record<string, string>> = {
  '': 'xxxxxxxx',
  '/transactions': 'xxxxxxxx',
  '/sessions': 'xxxxxxxx',
  '/disputes': 'xxxxxxxx',
  '/payment-links': 'xxxxxxxx',
  '/customers': 'xx-xx---',
  '/agreements': 'xx-xx---',
  '/rules': 'xxxxx-xx',
  '/reviews': 'xx-xx---',
  '/lists/block': 'xx-xx---',
  '/balances': 'xx-x--x-',
  '/settlements': 'xx-x--x-',
  '/analytics': 'xxxxxxxx',
  '/events': 'xxxxxxxx',
  '/webhooks': 'xxx-x-xx',
  '/keys': 'xxx---x-',
  '/clients': 'xxx---x-',
  '/terminals': 'xxxxxxxx',
  '/requests': 'xxx---xx',
  '/team': 'xxxxx-x-',
  '/audit-log': 'xx-x--x-',
  '/settings': 'xxxxxxxx',
  '/appearance': 'xxxxxxxx',
  '/merchants': '------xx',
  '/find': '------xx',
  '/providers': '------xx',
  '/settlement-files': '------xx',
  '/system': '------xx',
  '/reversals': '------xx',
}

/** Entries of the menu, in their order; those with several pages show them as tabs. */
const MENU = [
  [''],
  ['/transactions', '/disputes', '/sessions'],
  ['/payment-links'],
  ['/customers', '/agreements'],
  ['/reviews', '/rules', '/lists/block'],
  ['/balances', '/settlements'],
  ['/analytics'],
  ['/keys', '/clients'],
  ['/webhooks', '/events'],
  ['/requests'],
  ['/settings', '/appearance', '/terminals', '/team', '/audit-log'],
  ['/merchants'],
  ['/find'],
  ['/providers'],
  ['/settlement-files'],
  ['/system', '/reversals'],
]

/** Action or part of a page: its handle, the roles that have it, and the path it posts to. */
type Deed = readonly [handle: string, letters: string, post?: string]

const MONEY_BACK = 'xx-xx---'
const DEVELOPERS = 'xxx-----'
const KEEPERS = 'xxx---x-'
const PLATFORM = '------x-'

/** Parts in braces are ids of what the merchant has. */
const DEEDS: Readonly<Record<string, readonly Deed[]>> = {
  '/transactions': [['export', 'xx-x--x-']],
  '/transactions/{paid}': [
    ['refund', MONEY_BACK, '/transactions/{paid}/refund'],
    ['void', MONEY_BACK, '/transactions/{paid}/void'],
  ],
  '/transactions/{held}': [['capture', MONEY_BACK, '/transactions/{held}/capture']],
  '/customers': [['customer-create', 'xx------', '/customers']],
  '/customers/{customer}': [
    ['export', 'xx-x----'],
    ['erase', 'xx------', '/customers/{customer}/erase'],
  ],
  '/events/{event}': [['redeliver', 'xxx-x-xx', '/events/{event}/redeliver']],
  '/webhooks': [['create', DEVELOPERS, '/webhooks']],
  '/webhooks/{endpoint}': [
    ['save-event-types', DEVELOPERS, '/webhooks/{endpoint}/event-types'],
    ['test', DEVELOPERS, '/webhooks/{endpoint}/test'],
    ['rotate-secret', DEVELOPERS, '/webhooks/{endpoint}/rotate-secret'],
    ['disable', DEVELOPERS, '/webhooks/{endpoint}/disable'],
    ['delete', DEVELOPERS, '/webhooks/{endpoint}/delete'],
  ],
  '/keys': [
    ['rotate-client-secret', 'xx------', '/keys/rotate-client-secret'],
    ['rotate-encryption-key', KEEPERS, '/keys/rotate-encryption-key'],
  ],
  '/clients': [['create', KEEPERS, '/clients']],
  // Of a client that may do nothing that one of its managers may not.
  '/clients/{client}': [
    ['rotate-secret', KEEPERS, '/clients/{client}/rotate-secret'],
    ['disable', KEEPERS, '/clients/{client}/disable'],
  ],
  '/terminals': [['create', PLATFORM, '/terminals']],
  '/terminals/{terminal}': [
    ['save-origins', KEEPERS, '/terminals/{terminal}/origins'],
    ['save-routing', PLATFORM, '/terminals/{terminal}/routing'],
    ['deactivate', PLATFORM, '/terminals/{terminal}/deactivate'],
  ],
  '/rules/risk': [['rules-save', 'xx----x-', '/rules/risk']],
  '/team': [['invite', 'xx----x-', '/team/invite']],
  '/audit-log': [['export', 'xx-x--x-']],
  '/settings': [['save', 'xx----x-', '/settings']],
  '/merchants': [['create-merchant', PLATFORM, '/merchants']],
  '/providers': [['open-account', PLATFORM]],
  '/settlement-files': [
    ['missing', '------xx'],
    ['upload', PLATFORM],
  ],
  '/system': [['run-proof', PLATFORM, '/system/run-proof']],
  '/reversals': [
    ['open', '------xx', '/find/open'],
    ['retry', PLATFORM, '/reversals/{attempt}/retry'],
  ],
}

type Belongings = Readonly<Record<string, string>>

const EMAIL = 'ana@people.example'

/** A merchant that has one of everything that can be acted on. */
async function withBelongings(merchant: TestMerchant, sql: Sql): Promise<Belongings> {
  const { call, terminalId } = merchant
  const customer = (await call('POST', '/api/customers', { body: { email: EMAIL } })).body.id
  const endpoint = (await call('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/hook' } })).body.id
  const event = (await call('POST', `/api/webhook-endpoints/${endpoint}/test`, { body: {} })).body.id
  const paid = (await merchant.authorize({ customer: { id: customer, email: EMAIL } })).body.result.id
  const held = (await merchant.authorize({ transaction_type: 'AUTHORIZE' })).body.result.id
  const reader = { name: 'Plugin', permissions: ['payments.read'] }
  const client = (await call('POST', '/api/clients', { body: reader })).body.client_id
  const [given] = await sql<[{ attempt: string }]>`
    update attempts set reversal_given_up_at = now() where transaction_id = ${held} returning attempt_id as attempt`
  return { ...given, client, customer, endpoint, event, paid, held, terminal: terminalId }
}

/** Sends a form as a page of the gateway does. @returns status and state of the answer */
const POST = `async (path) => {
  const csrf = document.querySelector('[name="csrf"]').value
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams({ csrf }), redirect: 'manual' })
  return [answer.status, /data-state="(\\w+)"/.exec(await answer.text())?.[1]]
}`

const post = (page: Page, path: string) => page.evaluate(`(${POST})('${path}')`)

const FORBIDDEN = [403, 'forbidden']
/** Roles that may rotate a secret, but none of a client that may do more than they. */
const OUT_OF_REACH = { handle: 'rotate-client-secret', letters: '--x---x-', answer: [403, 'error'] }

for (const [place, role] of ROLES.entries()) {
  const may = (letters: string) => letters[place] === 'x'

  test(
    `as ${role} exactly the pages and actions of the table exist and answer`,
    FULL,
    async ({ page, context, demo, sql }) => {
      const merchant = await newMerchant({ demo, sql })
      const its = await withBelongings(merchant, sql)
      await sql`update merchants set support_limit = 100000 where merchant_id = ${merchant.merchantId}`
      const { personId } = await signIn(context, { demo, sql }, role, merchantOf(role, merchant))
      await sql`update dashboard_sessions set merchant_id = ${merchant.merchantId} where person_id = ${personId}`
      const address = (path: string) =>
        `/dashboard${path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => its[name]!)}`
      const open = (path: string) => page.goto(demo.base_url + address(path))

      await open('')
      const links = (where: string) =>
        page.evaluate<string[]>(`[...document.querySelectorAll('${where} a')].map((a) => a.pathname)`)
      const entries = MENU.map((tabs) => tabs.filter((path) => may(PAGES[path]!))).filter((tabs) => tabs.length > 0)
      expect(await links('.menu')).toEqual(entries.map(([first]) => address(first!)))
      expect(await links('.ribbon')).toEqual(['/dashboard/try'])
      for (const tabs of entries) {
        for (const path of tabs) {
          expect([path, (await open(path))!.status()]).toEqual([path, 200])
          expect([path, await links('.sections')]).toEqual([path, tabs.length > 1 ? tabs.map(address) : []])
          const current = page.locator('.sections [aria-current="page"]')
          if (tabs.length > 1) await expect(current).toHaveAttribute('href', address(path))
          await expect(page.locator('.menu [aria-current="page"]')).toHaveAttribute('href', address(tabs[0]!))
        }
      }
      for (const [path, deeds] of Object.entries(DEEDS)) {
        const isShown = may(PAGES[/^\/[\w-]+/.exec(path)![0]]!)
        expect([path, (await open(path))!.status()]).toEqual([path, isShown ? 200 : 403])
        const state = page.locator('[data-state="forbidden"]')
        await expect(state).toHaveCount(isShown ? 0 : 1)
        const actions = await page.evaluate<string[]>(
          `[...document.querySelectorAll('main [data-action]')].map((each) => each.dataset.action)`,
        )
        const offered = deeds.filter(([handle]) => actions.includes(handle)).map(([handle]) => handle)
        expect(offered, path).toEqual(deeds.filter(([, letters]) => isShown && may(letters)).map(([handle]) => handle))
      }
      for (const path of Object.keys(PAGES)) {
        if (!may(PAGES[path]!)) expect([path, (await open(path))!.status()]).toEqual([path, 403])
      }
      await open('/transactions/{paid}')
      expect((await page.content()).includes(EMAIL)).toBe(may('xx-xx-x-'))
      await open('/terminals/{terminal}')
      await expect(page.locator('[data-list="accounts"]')).toHaveCount(may('xxxxx-xx') ? 1 : 0)
      for (const [handle, letters, path] of Object.values(DEEDS).flat()) {
        const isOutOfReach = handle === OUT_OF_REACH.handle && may(OUT_OF_REACH.letters)
        const refused = isOutOfReach ? OUT_OF_REACH.answer : FORBIDDEN
        if (path && !may(letters)) expect([handle, await post(page, address(path))]).toEqual([handle, refused])
      }
      await sql`update attempts set reversal_given_up_at = null where attempt_id = ${its.attempt!}`
    },
  )
}

function merchantOf(role: Role, { merchantId }: TestMerchant): string | null {
  return role.startsWith('platform') ? null : merchantId
}

test(
  'a changed role applies to the next request, and a user can neither raise their own role nor remove the last owner',
  FULL,
  async ({ page, context, browser, demo, sql }) => {
    const merchant = await newMerchant({ demo, sql })
    const place = { demo, sql }
    const owner = await signIn(context, place, 'owner', merchant.merchantId)
    const other = await browser.newContext()
    const colleague = await signIn(other, place, 'viewer', merchant.merchantId)
    const theirs = await other.newPage()
    const keys = `${demo.base_url}/dashboard/keys`
    expect((await theirs.goto(keys))!.status()).toBe(403)

    await page.goto(`${demo.base_url}/dashboard/team`)
    const row = (personId: string) => page.locator(`[data-list="people"] [data-id="${personId}"]`)
    const change = async (role: string, words: string) => {
      await row(colleague.personId).locator('summary').click()
      await row(colleague.personId).getByLabel('Role of').selectOption(role)
      await row(colleague.personId).locator('[data-action="change-role"]').click()
      await expect(row(colleague.personId).locator('[data-field="role"]')).toHaveText(words)
    }
    await change('developer', 'Developer')
    expect((await theirs.goto(keys))!.status()).toBe(200)
    await change('admin', 'Admin')
    await expect(row(owner.personId).locator('[data-action]')).toHaveCount(0)

    // What no page offers is refused as well: an admin who raises themselves or lowers the last owner, who leaves.
    await theirs.goto(`${demo.base_url}/dashboard/team`)
    const send = (from: Page, path: string, fields: object) =>
      from.evaluate<number>(`(async () => {
      const csrf = document.querySelector('[name="csrf"]').value
      const body = new URLSearchParams({ csrf, ...${JSON.stringify(fields)} })
      return (await fetch('/dashboard/team/${path}', { method: 'POST', body, redirect: 'manual' })).status
    })()`)
    expect(await send(theirs, 'change-role', { person_id: colleague.personId, role: 'owner' })).toBe(422)
    expect(await send(theirs, 'change-role', { person_id: owner.personId, role: 'viewer' })).toBe(422)
    expect(await send(theirs, 'disable', { person_id: owner.personId })).toBe(422)
    expect(await send(page, 'change-role', { person_id: owner.personId, role: 'viewer' })).toBe(422)
    expect(await send(page, 'disable', { person_id: owner.personId })).toBe(422)
    await page.reload()
    await expect(row(owner.personId).locator('[data-field="role"]')).toHaveText('Owner')
    await expect(row(colleague.personId).locator('[data-field="role"]')).toHaveText('Admin')
    await other.close()
  },
)
