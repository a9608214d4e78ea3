import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTerminal } from '#flows/admin/terminals.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const list = async (merchant: TestMerchant, query: Record<string, string> = {}) =>
  (await merchant.call('GET', `/api/transactions?${new URLSearchParams(query)}`)).body

const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

async function pay(merchant: TestMerchant, changes = {}) {
  return (await merchant.authorize(changes)).body.result
}

describe('status', () => {
  it.each(['trx_unknown', 'x', '0', 'trx_0000000000000000000000', '%F0%9F%AB%98', 'a'.repeat(500)])(
    'of the unknown id %s is 200 with found false and transaction null',
    async (id) => {
      const { status, body } = await app.merchant.call('GET', `/api/transactions/${id}/status`)
      expect([status, body]).toEqual([200, { found: false, transaction: null }])
    },
  )

  it('of another merchant’s id is the same', async () => {
    const stranger = await app.newMerchant()
    const { id } = await pay(app.merchant)
    expect(await stranger.status(id)).toEqual({ found: false, transaction: null })
  })
})

describe('the list', () => {
  it('is newest first, of this merchant only, limit 20 by default', async () => {
    const merchant = await app.newMerchant()
    const paid = []
    for (let index = 0; index < 22; index += 1) paid.push(await pay(merchant))
    const page = await list(merchant)
    expect(page).toEqual({ items: paid.toReversed().slice(0, 20), next_cursor: expect.any(String) })
    expect(await list(merchant, { cursor: page.next_cursor })).toEqual({
      items: paid.toReversed().slice(20),
      next_cursor: null,
    })
  })

  it('keeps its cursors stable while new transactions arrive', async () => {
    const merchant = await app.newMerchant()
    const paid = []
    for (let index = 0; index < 7; index += 1) paid.push((await pay(merchant)).id)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { items: { id: string }[]; next_cursor: string | null } = await list(merchant, {
        limit: '2',
        ...(cursor && { cursor }),
      })
      seen.push(...idsOf(page))
      cursor = page.next_cursor
      await pay(merchant)
    }
    expect(seen).toEqual(paid.toReversed())
  })

  it('narrows by each filter, and by all together', async () => {
    const merchant = await app.newMerchant()
    const { terminalId } = await createTerminal(app.gateway, 'test', merchant.merchantId, { name: 'Kiosk' })
    const first = await pay(merchant, { transaction_type: 'AUTHORIZE' })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const declined = await pay(merchant, { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' } })
    const kiosk = await pay(merchant, { terminal_id: terminalId })
    const cases: [Record<string, string>, { id: string }[]][] = [
      [{ terminal_id: terminalId }, [kiosk]],
      [{ reference: declined.reference }, [declined]],
      [{ order_id: first.order_id }, [first]],
      [{ status: 'DECLINED' }, [declined]],
      [{ status: 'CANCELED' }, []],
      [{ transaction_type: 'AUTHORIZE' }, [first]],
      [{ created_from: declined.created_at }, [kiosk, declined]],
      [{ created_to: first.created_at }, [first]],
      [{ created_from: first.created_at, created_to: first.created_at }, [first]],
      [{ terminal_id: 'ter_unknown' }, []],
      [{ status: 'APPROVED', transaction_type: 'PURCHASE', terminal_id: terminalId }, [kiosk]],
      [{ status: 'APPROVED', limit: '1' }, [kiosk]],
    ]
    for (const [query, expected] of cases)
      expect([query, idsOf(await list(merchant, query))]).toEqual([query, expected.map(({ id }) => id)])
  })

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'ten'],
    ['limit', '1.5'],
    ['status', 'PAID'],
    ['created_from', 'yesterday'],
    ['created_to', '2026-02-30T00:00:00Z'],
    ['created_from', '0000-01-01T00:00:00Z'],
    ['created_to', '9999-12-31T23:59:59-10:00'],
    ['cursor', 'junk'],
    ['cursor', Buffer.from('2026-01-01T00:00:00.000Z').toString('base64url')],
    ['reference', 'a\0b'],
  ])('a bad %s (%j) is 422', async (filter, value) => {
    const path = `/api/transactions?${new URLSearchParams({ [filter]: value })}`
    const { status, body } = await app.merchant.call('GET', path)
    expect([status, body.method, body.status]).toEqual([422, 'GET', 422])
    expect(body.errors).toMatchObject([{ property: filter }])
  })

  it.each(['2026-01-31T12:00:00+02:00', '2026-01-31t12:00:00.5+05:30'])(
    'a plus sign that is not escaped in %s is a 422 that names its escape',
    async (time) => {
      const { status, body } = await app.merchant.call('GET', `/api/transactions?created_from=${time}`)
      expect([status, body.errors]).toMatchObject([422, [{ property: 'created_from' }]])
      expect(body.errors[0].message).toContain('%2B')
    },
  )

  it('of another merchant’s filters is empty', async () => {
    const stranger = await app.newMerchant()
    const { terminal_id, reference, order_id } = await pay(app.merchant)
    for (const query of [{ terminal_id }, { reference }, { order_id }, {}])
      expect(await list(stranger, query as Record<string, string>)).toEqual({ items: [], next_cursor: null })
  })
})
