import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { CHALLENGE, challengeOf, passBank } from './bank.ts'
import { createSession, openBrowser, readSession } from './browser.ts'

// docs/reference/sessions.md#the-list and #changes

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const list = async (merchant: TestMerchant, query = '') =>
  (await merchant.call('GET', `/api/sessions${query}`)).body as { items: { id: string }[]; next_cursor: string | null }
const idsOf = async (merchant: TestMerchant, query: string) => (await list(merchant, query)).items.map(({ id }) => id)
const open = (merchant: TestMerchant, metadata: object) => openBrowser(app.baseUrl, merchant, { metadata })

describe('GET /api/sessions', () => {
  it('lists sessions newest first, each as GET shows it, page by page', async () => {
    const merchant = await app.newMerchant()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await createSession(merchant)).body.id)
    const { items, next_cursor } = await list(merchant, '?limit=2')
    expect(items).toEqual([await readSession(merchant, ids[0]!), await readSession(merchant, ids[1]!)])
    const second = await list(merchant, `?limit=2&cursor=${next_cursor}`)
    const last = await list(merchant, `?limit=2&cursor=${second.next_cursor}`)
    expect([...items, ...second.items, ...last.items].map(({ id }) => id)).toEqual(ids)
    expect(last.next_cursor).toBeNull()
    expect(await list(await app.newMerchant())).toEqual({ items: [], next_cursor: null })
  })

  it('filters by status as each session shows it', async () => {
    const merchant = await app.newMerchant()
    const expired = (await createSession(merchant)).body.id
    await merchant.call('POST', '/api/test-clock', { body: { advance_seconds: 7200 } })
    const declined = await open(merchant, { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' })
    const approved = await open(merchant, NOT_ENROLLED)
    const pending = await open(merchant, CHALLENGE)
    for (const session of [declined, approved, pending]) await session.pay()
    const left = await open(merchant, CHALLENGE)
    await left.pay()
    await left.call('cancel', {})
    const canceled = await open(merchant, NOT_ENROLLED)
    await merchant.call('POST', `/api/sessions/${canceled.id}/cancel`)
    const expected = {
      SESSION_EXPIRED: [expired],
      CREATED: [declined.id],
      APPROVED: [approved.id],
      PENDING: [pending.id],
      CANCELED: [canceled.id, left.id],
    }
    for (const [status, ids] of Object.entries(expected)) {
      const { items } = await list(merchant, `?status=${status}`)
      expect([status, items.map(({ id }) => id)]).toEqual([status, ids])
      for (const item of items) expect(item).toMatchObject({ status })
    }
  })

  it('filters by reference and terminal', async () => {
    const merchant = await app.newMerchant()
    const { id, reference } = (await createSession(merchant)).body
    await createSession(merchant)
    expect(await idsOf(merchant, `?reference=${reference}&terminal_id=${merchant.terminalId}`)).toEqual([id])
    expect(await idsOf(merchant, `?reference=${reference}&terminal_id=ter_other`)).toEqual([])
    expect(await idsOf(merchant, `?reference=${newReference()}`)).toEqual([])
  })

  it.each(['status=OPEN', 'limit=0', 'limit=101', 'cursor=x', 'state=CREATED'])('?%s is a 422', async (query) => {
    const { status, body } = await app.merchant.call('GET', `/api/sessions?${query}`)
    expect([status, body.errors[0].property]).toEqual([422, query.split('=')[0]])
  })
})

describe('PATCH /api/sessions/{id}', () => {
  const change = (id: string, body: unknown) => app.merchant.call('PATCH', `/api/sessions/${id}`, { body })

  it('changes what is sent, to the last digit; an absent field stays, and null clears the metadata', async () => {
    const session = await open(app.merchant, NOT_ENROLLED)
    const before = await readSession(app.merchant, session.id)
    const metadata = { ...NOT_ENROLLED, basket: 9007199254740993n }
    const changed = await change(session.id, { metadata })
    expect(changed).toMatchObject({ status: 200, body: { ...before, metadata } })
    expect((await change(session.id, { description: 'Three bags' })).body).toEqual({
      ...before,
      metadata,
      description: 'Three bags',
    })
    expect((await change(session.id, {})).body).toEqual(await readSession(app.merchant, session.id))
    expect((await change(session.id, { metadata: null })).body.metadata).toBeNull()
  })

  it('reaches the payments that begin afterwards, their events and the simulators', async () => {
    const session = await open(app.merchant, { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' })
    const first = (await session.pay()).body
    const metadata = { ...NOT_ENROLLED, order: 'B' }
    await change(session.id, { metadata, description: 'Second try' })
    const second = (await session.pay()).body
    expect([first.status, second.status]).toEqual(['DECLINED', 'APPROVED'])
    const { transaction } = await app.merchant.status(second.transaction_id)
    expect(transaction).toMatchObject({ metadata, description: 'Second try' })
    expect(await eventsOf(app.merchant, second.transaction_id)).toMatchObject([{ metadata, description: 'Second try' }])
    expect((await app.merchant.status(first.transaction_id)).transaction.metadata.order).toBeUndefined()
  })

  it('is possible while a payment waits for its shopper, which keeps what it began with', async () => {
    const session = await open(app.merchant, CHALLENGE)
    const challenge = await challengeOf(session)
    expect((await change(session.id, { metadata: { order: 'B' } })).status).toBe(200)
    expect(await passBank(session, challenge)).toMatchObject({ approved: true })
    expect((await app.merchant.status(challenge.transaction_id)).transaction.metadata).toEqual(CHALLENGE)
  })

  it.each<[string, object, (id: string) => Promise<unknown>]>([
    ['APPROVED', NOT_ENROLLED, async () => {}],
    ['PENDING', { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' }, async () => {}],
    [
      'CANCELED',
      { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' },
      (id) => app.merchant.call('POST', `/api/sessions/${id}/cancel`),
    ],
  ])('is a 422 on status after the end: %s', async (status, metadata, end) => {
    const session = await open(app.merchant, metadata)
    await session.pay()
    await end(session.id)
    const before = await readSession(app.merchant, session.id)
    const answer = await change(session.id, { description: 'Late' })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ property: 'status', params: [status] }] } })
    expect(await readSession(app.merchant, session.id)).toEqual(before)
  })

  it('at the same instant as another keeps both', async () => {
    const session = await open(app.merchant, NOT_ENROLLED)
    await Promise.all([change(session.id, { description: 'Both' }), change(session.id, { metadata: { order: 'B' } })])
    expect(await readSession(app.merchant, session.id)).toMatchObject({ description: 'Both', metadata: { order: 'B' } })
  })

  it('names every error', async () => {
    const session = await open(app.merchant, NOT_ENROLLED)
    const { status, body } = await change(session.id, { description: null, metadata: [] })
    expect(status).toBe(422)
    expect(body.errors.map(({ property }: { property: string }) => property).sort()).toEqual([
      'description',
      'metadata',
    ])
    const odd = await change(session.id, { metadata: { response_code: 'ODD' } })
    expect(odd.body.errors).toMatchObject([{ property: 'metadata.response_code' }])
  })

  it('is a 404 for another merchant', async () => {
    const { id } = (await createSession(await app.newMerchant())).body
    expect((await change(id, { description: 'Mine' })).status).toBe(404)
  })
})
