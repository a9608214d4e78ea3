import { afterAll, beforeAll, expect, it } from 'vitest'
import { attributesOf, inputOf } from '#test/page-reader.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newVisitor, type Visitor } from '#test/visitor.ts'

let app: RunningGateway
let owner: Visitor
beforeAll(async () => {
  app = await useGateway()
  owner = await newVisitor(app, 'owner', app.merchant.merchantId)
})
afterAll(() => app.close())

const colorsOn = async (path: string) => attributesOf((await owner.get(path)).text, 'data-colors')

it('colors are those of the system until others are chosen in a browser, which remembers them', async () => {
  expect(await colorsOn('/dashboard')).toEqual([])
  const page = '/dashboard/transactions?status=DECLINED'
  expect(inputOf((await owner.get(page)).text, 'back')).toBe(page)
  const chosen = await owner.post('/dashboard/colors', { colors: 'dark', back: page })
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, page])
  expect(chosen.headers.getSetCookie().join()).toMatch(/tollgate-colors=dark; .*HttpOnly.*Max-Age=31536000/)
  expect(await colorsOn('/dashboard/team')).toEqual(['dark'])
  await owner.post('/dashboard/colors', { colors: 'system', back: page })
  expect(await colorsOn('/dashboard')).toEqual([])
})

it('a choice leads to no other site, and an unknown one changes nothing', async () => {
  for (const back of ['https://evil.example', '//evil.example/dashboard', '/dashboard/../evil']) {
    const { headers } = await owner.post('/dashboard/colors', { colors: 'light', back })
    expect(headers.get('location')).toBe('/dashboard')
  }
  await owner.post('/dashboard/colors', { colors: 'purple', back: '/dashboard' })
  expect(await colorsOn('/dashboard')).toEqual(['light'])
})

it('a look of a page whether something is done keeps no session, unlike a visit', async () => {
  const secondsAgo = async () => {
    const [row] = await app.database.sql<[{ seconds: number }]>`
      select extract(epoch from now() - last_seen_at)::float8 as seconds from dashboard_sessions
      where person_id = ${owner.personId}`
    return row.seconds
  }
  await app.database.sql`
    update dashboard_sessions set last_seen_at = now() - interval '10 minutes' where person_id = ${owner.personId}`
  expect((await owner.get('/dashboard/events', { 'x-tollgate-refresh': '1' })).status).toBe(200)
  expect(await secondsAgo()).toBeGreaterThan(500)
  expect((await owner.get('/dashboard/events')).status).toBe(200)
  expect(await secondsAgo()).toBeLessThan(500)
})
