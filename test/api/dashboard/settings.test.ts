import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newVisitor } from '#test/visitor.ts'

const PATH = '/dashboard/settings'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

async function merchantWith(role: 'owner' | 'admin' | 'developer') {
  const merchant = await app.newMerchant()
  const visitor = await newVisitor(app, role, merchant.merchantId)
  const stored = async () => {
    const [row] = await app.database.sql`
      select name, country, time_zone, tokenization_enabled from merchants where merchant_id = ${merchant.merchantId}`
    return row
  }
  const pageName = async () => (await merchant.call('GET', '/api/appearance')).body.display_name
  return { merchant, visitor, stored, pageName }
}

describe('the settings of a merchant', () => {
  it.each(['owner', 'admin'] as const)(
    'let its %s change name, time zone and page name, and nothing else',
    async (role) => {
      const { visitor, stored, pageName } = await merchantWith(role)
      const before = await stored()
      expect((await visitor.get(PATH)).text).toContain('data-action="save"')
      const typed = { name: 'Larkspur Tea', time_zone: 'Europe/Bucharest', display_name: 'Larkspur' }
      const saved = await visitor.post(PATH, {
        ...typed,
        country: 'US',
        tokenization_enabled: 'yes',
        status: 'INACTIVE',
      })
      expect(saved.headers.get('location')).toBe(`${PATH}?done=saved`)
      expect(await stored()).toEqual({ ...before, name: 'Larkspur Tea', time_zone: 'Europe/Bucharest' })
      expect(await pageName()).toBe('Larkspur')
      expect((await visitor.post(PATH, { display_name: '' })).status).toBe(303)
      expect([await pageName(), (await stored())?.name]).toEqual([null, 'Larkspur Tea'])
    },
  )

  it('ask its owner for a fresh proof', async () => {
    const { visitor, stored } = await merchantWith('owner')
    await app.database.sql`
      update dashboard_sessions set proved_at = now() - interval '6 minutes' where person_id = ${visitor.personId}`
    const held = await visitor.post(PATH, { name: 'Other' })
    expect([held.status, held.headers.get('location')]).toEqual([303, expect.stringContaining('/dashboard/step-up')])
    expect((await stored())?.name).not.toBe('Other')
  })

  it.each([
    ['name', { name: ' ', time_zone: 'UTC' }],
    ['time_zone', { name: 'Larkspur Tea', time_zone: 'Mars/Olympus' }],
    ['display_name', { name: 'Larkspur Tea', time_zone: 'UTC', display_name: 'x'.repeat(61) }],
  ])('say at %s what is wrong, and change nothing', async (field, typed) => {
    const { visitor, stored } = await merchantWith('owner')
    const before = await stored()
    const { status, text } = await visitor.post(PATH, typed)
    expect([status, text.includes(`data-problem="${field}"`), await stored()]).toEqual([422, true, before])
  })

  it('offer every time zone, and one that is stored under an older name', async () => {
    const { merchant, visitor } = await merchantWith('owner')
    await app.database.sql`update merchants set time_zone = 'US/Pacific' where merchant_id = ${merchant.merchantId}`
    const { text } = await visitor.get(PATH)
    expect(text).toContain('value="US/Pacific" selected')
    expect(text).toContain('value="Europe/Bucharest"')
  })

  it('are not changed by a developer, whose page has no form', async () => {
    const { visitor, stored } = await merchantWith('developer')
    const before = await stored()
    const page = await visitor.get(PATH)
    expect([page.text.includes('data-action="save"'), page.text.includes('data-field="time-zone"')]).toEqual([
      false,
      true,
    ])
    expect([(await visitor.post(PATH, { name: 'Other' })).status, await stored()]).toEqual([403, before])
  })
})
